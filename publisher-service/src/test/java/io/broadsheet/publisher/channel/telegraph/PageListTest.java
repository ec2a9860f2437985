package io.broadsheet.publisher.channel.telegraph;

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
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageListTest {

  private final List<String> offsets = new CopyOnWriteArrayList<>();
  private final ScriptedApi api = new ScriptedApi(this::list);
  private final List<String> pages = new ArrayList<>();

  @AfterEach
  void stop() {
    api.close();
  }

  private String list(HttpServerRequest request) {
    offsets.add(request.getFormAttribute("offset"));
    int offset = Integer.parseInt(request.getFormAttribute("offset"));
    int end = Math.min(pages.size(), offset + Integer.parseInt(request.getFormAttribute("limit")));
    return "{\"ok\":true,\"result\":{\"total_count\":%d,\"pages\":[%s]}}"
        .formatted(pages.size(), String.join(",", pages.subList(offset, end)));
  }

  private void page(String slug, int daysAgo, String authorUrl) {
    page(slug, daysAgo, authorUrl, "Any title");
  }

  private void page(String slug, int daysAgo, String authorUrl, String title) {
    LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(daysAgo);
    String path = "%s-%02d-%02d".formatted(slug, day.getMonthValue(), day.getDayOfMonth());
    pages.add(
        "{\"path\":\"%s\",\"url\":\"https://telegra.ph/%s\",\"author_url\":\"%s\",\"title\":\"%s\"}"
            .formatted(path, path, authorUrl, title));
  }

  private Sighting probe(String... othersIds) {
    Channel channel =
        new TelegraphChannelFactory(api.vertx())
            .open(
                new Target(
                    "telegraph-ru",
                    ChannelKind.TELEGRAPH,
                    "ru",
                    Map.of("access-token", "a-secret-token", "base-url", api.url())));
    return channel.probe(
        channel.render(Posts.post("one"), Optional.empty()).form(1, 1),
        new Probe(
            "id/1", Instant.now(), Set.of(othersIds), Deadline.after(Duration.ofSeconds(10))));
  }

  @Test
  void findsThePageOfTheKeyAmongEqualTitles() {
    page("Same", 0, "https://news.example.org/ru/two#id%2F11");
    page("Same", 0, "https://news.example.org/ru/one#id%2F2");
    page("Wanted", 0, "https://news.example.org/ru/one#id%2F1");

    assertThat(probe())
        .isInstanceOfSatisfying(
            Sighting.Found.class, found -> assertThat(found.externalId()).startsWith("Wanted-"));
  }

  @Test
  void doesNotBelieveAbsenceShouldTelegraphDropTheMark() {
    page("New", 0, "https://news.example.org/ru/one", Posts.post("one").title());
    String path = pages.get(0).replaceAll(".*\"path\":\"([^\"]+)\".*", "$1");

    assertThat(probe()).isInstanceOf(Sighting.CannotTell.class);
    assertThat(probe(path)).isInstanceOf(Sighting.Absent.class);
  }

  @Test
  void isNotMisledByOldOrMarkedPagesOfTheSameTitle() {
    page("New", 0, "https://news.example.org/ru/two#id%2F2", Posts.post("one").title());
    page("Old", 5, "", Posts.post("one").title());

    assertThat(probe()).isInstanceOf(Sighting.Absent.class);
  }

  @Test
  void looksOnUntilOlderPages() {
    for (int i = 0; i < 250; i++) {
      page("New" + i, 0, "");
    }
    page("Old", 3, "");
    for (int i = 0; i < 300; i++) {
      page("Old" + i, 4, "");
    }

    assertThat(probe()).isInstanceOf(Sighting.Absent.class);
    assertThat(offsets).containsExactly("0", "200");
  }

  @Test
  void looksOnUntilTheEnd() {
    for (int i = 0; i < 250; i++) {
      page("New" + i, 0, "");
    }

    assertThat(probe()).isInstanceOf(Sighting.Absent.class);
    assertThat(offsets).containsExactly("0", "200");
  }

  @Test
  void doesNotLookForEver() {
    for (int i = 0; i < 2_100; i++) {
      page("New" + i, 0, "");
    }

    assertThat(probe()).isInstanceOf(Sighting.CannotTell.class);
    assertThat(offsets).hasSize(10);
  }
}
