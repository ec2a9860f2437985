package io.broadsheet.publisher.channel.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.ScriptedApi;
import io.broadsheet.publisher.channel.Sighting;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublicPageTest {

  private static final Instant CALL = Instant.parse("2026-11-30T10:00:00Z");
  private static final int PAGE = 20;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final ScriptedApi api = new ScriptedApi(this::page);
  private long newest;
  private long carrying;
  private Instant first = CALL;

  @AfterEach
  void stop() {
    api.close();
  }

  // Message n is n seconds younger than the first.
  private String page(HttpServerRequest request) {
    asked.add(request.uri());
    String before = request.getParam("before");
    long last = before == null ? newest : Long.parseLong(before) - 1;
    long from = Math.max(1, last - PAGE + 1);
    StringBuilder html = new StringBuilder("<section class=\"tgme_channel_history\">");
    if (from > 1) {
      html.append("<a class=\"tme_messages_more\" href=\"/s/news?before=")
          .append(from)
          .append("\"></a>");
    }
    for (long id = from; id <= last; id++) {
      html.append("<div class=\"tgme_widget_message\" data-post=\"news/").append(id).append("\">");
      if (id == carrying) {
        html.append("<a href=\"https://news.example.org/ru/one\">x</a>");
      }
      html.append("<a class=\"tgme_widget_message_date\"><time datetime=\"")
          .append(first.plusSeconds(id))
          .append("\"></time></a></div>");
    }
    return html.append("</section>").toString();
  }

  private Sighting probe(String chatId) {
    Channel channel =
        new TelegramChannelFactory(api.vertx())
            .open(
                new Target(
                    "telegram-ru",
                    ChannelKind.TELEGRAM,
                    "ru",
                    Map.of(
                        "token",
                        "123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr",
                        "chat-id",
                        chatId,
                        "probe-url",
                        api.url())));
    return channel.probe(
        channel.render(Posts.post("one"), Optional.empty()).form(1, 1),
        new Probe("key", CALL, Set.of(), Deadline.after(Duration.ofSeconds(10))));
  }

  @Test
  void looksThroughOlderPages() {
    newest = 50;
    carrying = 3;

    assertThat(probe("@news")).isEqualTo(new Sighting.Found("3", api.url() + "/news/3"));
    assertThat(asked).containsExactly("/s/news", "/s/news?before=31", "/s/news?before=11");
  }

  @Test
  void stopsWhereTheCallWasNotYetMade() {
    newest = 50;
    first = CALL.minus(Duration.ofDays(1));

    assertThat(probe("@news")).isInstanceOf(Sighting.Absent.class);
    assertThat(asked).hasSize(1);
  }

  @Test
  void doesNotLookForEver() {
    newest = 2_000;

    assertThat(probe("@news")).isInstanceOf(Sighting.CannotTell.class);
    assertThat(asked).hasSize(50);
  }

  @Test
  void cannotTellOfAPrivateChat() {
    assertThat(probe("-1001234567890")).isInstanceOf(Sighting.CannotTell.class);
    assertThat(asked).isEmpty();
  }
}
