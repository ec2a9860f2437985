package io.broadsheet.publisher.channel;

import io.broadsheet.common.event.PostEvent;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** Posts to test with. */
public final class Posts {

  private Posts() {}

  /** A post like any other; its slug makes it unique. */
  public static PostEvent post(String slug) {
    return post(
        slug,
        "Пять моделей пишут газету",
        "Как устроена редакция, в которой никто не спит. И почему это работает.",
        "# Пять моделей пишут газету\n\n"
            + "Первый абзац с **жирным** и [ссылкой](https://example.org/a).\n");
  }

  /** A post of these texts. */
  public static PostEvent post(String slug, String title, String summary, String body) {
    return post(slug, title, summary, body, List.of("open source", "java"));
  }

  /** A post of these texts and tags. */
  public static PostEvent post(
      String slug, String title, String summary, String body, List<String> tags) {
    return new PostEvent(
        1,
        UUID.nameUUIDFromBytes(slug.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        "any-ru",
        "any",
        "ru",
        1,
        LocalDate.of(2026, 11, 30),
        "essay",
        slug,
        title,
        summary,
        body,
        tags,
        "https://news.example.org/ru/" + slug);
  }
}
