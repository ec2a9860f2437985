package io.broadsheet.publisher.channel.vk;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VkWallTest {

  private static final Instant CALL = Instant.parse("2026-11-30T10:00:00Z");

  private final List<String> offsets = new CopyOnWriteArrayList<>();
  private final ScriptedApi api = new ScriptedApi(this::wall);
  private final List<String> items = new ArrayList<>();

  @AfterEach
  void stop() {
    api.close();
  }

  private String wall(HttpServerRequest request) {
    assertThat(request.getFormAttribute("access_token")).isEqualTo("service-token");
    offsets.add(request.getFormAttribute("offset"));
    int offset = Integer.parseInt(request.getFormAttribute("offset"));
    int end = Math.min(items.size(), offset + Integer.parseInt(request.getFormAttribute("count")));
    List<String> shown = offset < end ? items.subList(offset, end) : List.of();
    return "{\"response\":{\"count\":%d,\"items\":[%s]}}"
        .formatted(items.size(), String.join(",", shown));
  }

  private void item(int id, long secondsAfterTheCall, String more) {
    items.add(
        "{\"id\":%d,\"date\":%d%s}"
            .formatted(id, CALL.plusSeconds(secondsAfterTheCall).getEpochSecond(), more));
  }

  private Sighting probe(boolean withServiceToken) {
    return probe(withServiceToken, 1);
  }

  private Sighting probe(boolean withServiceToken, int form) {
    Map<String, String> settings = new HashMap<>();
    settings.put("access-token", "access-token");
    settings.put("owner-id", "-42");
    settings.put("base-url", api.url());
    if (withServiceToken) {
      settings.put("service-token", "service-token");
    }
    Channel channel =
        new VkChannelFactory(api.vertx()).open(new Target("vk-ru", ChannelKind.VK, "ru", settings));
    return channel.probe(
        channel.render(Posts.post("one"), Optional.empty()).form(1, form),
        new Probe("key", CALL, Set.of(), Deadline.after(Duration.ofSeconds(10))));
  }

  @Test
  @Case("V4")
  void findsThePostByItsText() {
    item(8, 9, ",\"text\":\"other https://news.example.org/ru/one-2\"");
    item(7, 5, ",\"text\":\"T\\n\\nRead: https://news.example.org/ru/one\\n\\n#tag\"");

    assertThat(probe(true)).isEqualTo(new Sighting.Found("7", "https://vk.com/wall-42_7"));
  }

  @Test
  void findsThePostByItsAttachment() {
    item(
        7,
        5,
        ",\"text\":\"T\",\"attachments\":[{\"type\":\"link\",\"link\":"
            + "{\"url\":\"https://news.example.org/ru/one\"}}]");

    assertThat(probe(true)).isInstanceOf(Sighting.Found.class);
  }

  @Test
  @Case("V5")
  void findsAPostWithoutLinksByTheMarkInItsText() {
    item(9, 9, ",\"text\":\"news[.]example[.]org/ru/one-2\"");
    item(8, 9, ",\"text\":\"see news[.]example[.]org/ru/one/2 and xnews[.]example[.]org/ru/one\"");
    item(7, 5, ",\"text\":\"T\\r\\n\\r\\nRead:\u00a0news[.]example[.]org/ru/one \\n#tag\"");

    assertThat(probe(true, 2)).isEqualTo(new Sighting.Found("7", "https://vk.com/wall-42_7"));
  }

  @Test
  @Case("V5")
  void findsAPostWithItsLinkAlsoWhenThePlainFormIsDue() {
    item(7, 5, ",\"text\":\"T\\n\\nRead: https://news.example.org/ru/one\"");

    assertThat(probe(true, 2)).isInstanceOf(Sighting.Found.class);
  }

  @Test
  @Case("V5")
  void cannotTellTwoPostsOfOneMark() {
    item(8, 9, ",\"text\":\"T news[.]example[.]org/ru/one\"");
    item(7, 5, ",\"text\":\"T news[.]example[.]org/ru/one\"");

    assertThat(probe(true, 2)).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void doesNotTakeAPinnedPostForTheEndOfTheListing() {
    item(1, -86_400, ",\"is_pinned\":1,\"text\":\"rules\"");
    for (int id = 300; id > 1; id--) {
      item(id, id, ",\"text\":\"other\"");
    }
    item(1, -86_400, ",\"text\":\"rules\"");

    assertThat(probe(true)).isInstanceOf(Sighting.Absent.class);
    assertThat(offsets).containsExactly("0", "90", "180", "270");
  }

  @Test
  void stopsWhereTheCallWasNotYetMade() {
    for (int id = 300; id > 0; id--) {
      item(id, id - 250, ",\"text\":\"other\"");
    }

    assertThat(probe(true)).isInstanceOf(Sighting.Absent.class);
    assertThat(offsets).containsExactly("0", "90");
  }

  @Test
  void doesNotLookForEver() {
    for (int id = 1_000; id > 0; id--) {
      item(id, id, "");
    }

    assertThat(probe(true)).isInstanceOf(Sighting.CannotTell.class);
    assertThat(offsets).hasSize(5);
  }

  @Test
  void cannotTellWhatAPostWithoutADateIs() {
    item(1, -86_400, ",\"text\":\"older\"");
    items.add(0, "{\"id\":2,\"text\":\"https://news.example.org/ru/one\"}");

    assertThat(probe(true)).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void cannotTellWithoutAServiceToken() {
    assertThat(probe(false)).isInstanceOf(Sighting.CannotTell.class);
    assertThat(offsets).isEmpty();
  }
}
