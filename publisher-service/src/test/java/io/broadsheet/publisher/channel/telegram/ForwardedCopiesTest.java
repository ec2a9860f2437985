package io.broadsheet.publisher.channel.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Hold;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.ScriptedApi;
import io.broadsheet.publisher.channel.Sighting;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a chat's messages end, and what that proves. */
class ForwardedCopiesTest {

  private static final Instant CALL = Instant.parse("2026-11-30T10:00:00Z");
  private static final String LINK = "https://news.example.org/ru/one";

  private final Map<Long, String> messages = new TreeMap<>();
  private final List<Long> asked = new CopyOnWriteArrayList<>();
  private final ScriptedApi api = new ScriptedApi(this::answer);
  private Set<String> later = Set.of();
  private boolean protectedContent;
  private long firstSecond = CALL.getEpochSecond() - 600;

  @AfterEach
  void stop() {
    api.close();
  }

  private String answer(HttpServerRequest request, Buffer body) {
    if (request.path().endsWith("/getChat")) {
      return "{\"ok\":true,\"result\":{\"type\":\"channel\",\"has_protected_content\":%s}}"
          .formatted(protectedContent);
    }
    long id = new JsonObject(body).getLong("message_id");
    asked.add(id);
    String link = messages.get(id);
    if (link == null) {
      return error("Bad Request: message to forward not found");
    } else if (link.equals("service")) {
      return error("Bad Request: message can't be forwarded");
    } else if (link.equals("throttled")) {
      return error("Too Many Requests: retry after 5");
    }
    return """
        {"ok":true,"result":{"message_id":9,"text":"x","entities":[{"type":"text_link","url":"%s"}],
         "forward_origin":{"type":"channel","message_id":%d,"date":%d}}}\
        """
        .formatted(link, id, firstSecond + id);
  }

  private static String error(String description) {
    return "{\"ok\":false,\"error_code\":400,\"description\":\"%s\"}".formatted(description);
  }

  private Sighting probe(
      String chatId, String lastBefore, Optional<Move> move, String... siblings) {
    return probe(chatId, lastBefore, move, siblings, siblings);
  }

  private Sighting probe(
      String chatId, String lastBefore, Optional<Move> move, String[] others, String[] siblings) {
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
                        "probe-chat-id",
                        "99",
                        "base-url",
                        api.url())));
    return channel.probe(
        channel.render(Posts.post("one"), Optional.empty()).form(1, 1),
        new Probe(
            "key",
            CALL,
            Set.of(others),
            Set.of(siblings),
            later,
            Optional.ofNullable(lastBefore),
            move,
            Deadline.after(Duration.ofSeconds(10)),
            Hold.none()));
  }

  private Sighting probe(String lastBefore, String... others) {
    return probe("-1001", lastBefore, Optional.empty(), others);
  }

  private void message(long id, String link) {
    messages.put(id, link);
  }

  @Test
  void findsTheMessageAfterTheLastKnownOne() {
    message(500, "https://news.example.org/ru/zero");
    message(501, "service");
    message(503, "https://news.example.org/ru/one-2");
    message(524, LINK);
    firstSecond = CALL.getEpochSecond() - 520;

    // Twenty numbers are missing between the two.
    assertThat(probe("500")).isInstanceOf(Sighting.Absent.class);

    message(523, "https://news.example.org/ru/x");
    assertThat(probe("500")).isEqualTo(new Sighting.Found("524", "https://t.me/c/1/524"));
  }

  @Test
  void doesNotTakeAMessageFromBeforeTheCall() {
    message(500, "https://news.example.org/ru/zero");
    message(501, LINK);

    assertThat(probe("500")).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void isNotCertainOfAnEndBeforeALaterKnownMessage() {
    message(500, "https://news.example.org/ru/zero");
    message(541, LINK);

    assertThat(probe("500")).isInstanceOf(Sighting.Absent.class);
    assertThat(asked).hasSize(21);
    firstSecond = CALL.getEpochSecond() - 541;
    // What another post is known by shows that the chat goes on.
    assertThat(probe("500", "540")).isInstanceOf(Sighting.Found.class);
    assertThat(asked).doesNotContain(540L);
  }

  @Test
  void aNumberOfAnotherChatHidesNoMessage() {
    message(500, "https://news.example.org/ru/zero");
    message(502, LINK);
    firstSecond = CALL.getEpochSecond() - 501;

    // Another post is known by it: in the chat that was configured before.
    String[] others = {"500", "502"};
    assertThat(probe("-1001", "500", Optional.empty(), others, new String[0]))
        .isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void cannotTellWithoutAMessageToBeginFrom() {
    assertThat(probe((String) null)).isInstanceOf(Sighting.CannotTell.class);
    assertThat(probe("500")).isInstanceOf(Sighting.CannotTell.class);
    // The number belongs to another message now: a group was upgraded, its numbers began anew.
    message(500, LINK);
    firstSecond = CALL.getEpochSecond();
    assertThat(probe("500")).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void cannotTellWhereNumbersAreNotTheChatsOwn() {
    message(500, "https://news.example.org/ru/zero");

    for (String chat : List.of("-77", "4242")) {
      assertThat(probe(chat, "500", Optional.empty())).isInstanceOf(Sighting.CannotTell.class);
    }
    assertThat(asked).isEmpty();
    assertThat(probe("-77", "500", Optional.of(new Move("-77", "-1005"))))
        .isInstanceOf(Sighting.Absent.class);
  }

  @Test
  void cannotTellWhereNothingMayBeForwarded() {
    message(500, "https://news.example.org/ru/zero");
    protectedContent = true;

    assertThat(probe("500")).isInstanceOf(Sighting.CannotTell.class);
    assertThat(asked).isEmpty();
  }

  @Test
  void cannotTellWhenTheApiStopsAnswering() {
    message(500, "https://news.example.org/ru/zero");
    message(502, "throttled");

    assertThat(probe("500")).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void saysWhyTheMessageToBeginFromCannotBeHad() {
    message(500, "throttled");
    assertThat(probe("500"))
        .isInstanceOfSatisfying(
            Sighting.CannotTell.class,
            seen -> assertThat(seen.message()).contains("500", "Too Many Requests"));

    message(500, "service");
    assertThat(probe("500"))
        .isInstanceOfSatisfying(
            Sighting.CannotTell.class,
            seen -> assertThat(seen.message()).contains("not there any more"));
  }

  @Test
  void doesNotReadAChatWithoutEnd() {
    for (long id = 500; id < 700; id++) {
      message(id, "https://news.example.org/ru/x");
    }

    assertThat(probe("500")).isInstanceOf(Sighting.CannotTell.class);
    assertThat(asked).hasSize(101);
  }

  @Test
  void passesOverWhatIsKnownToHaveComeSince() {
    firstSecond = CALL.getEpochSecond() - 501;
    message(500, "https://news.example.org/ru/zero");
    for (long id = 501; id < 900; id++) {
      message(id, "https://news.example.org/ru/x");
    }
    message(700, LINK);
    later =
        LongStream.range(501, 900)
            .filter(id -> id != 700)
            .mapToObj(Long::toString)
            .collect(Collectors.toSet());

    assertThat(probe("500")).isEqualTo(new Sighting.Found("700", "https://t.me/c/1/700"));
    assertThat(asked).hasSize(22).startsWith(500L, 700L, 900L);
  }
}
