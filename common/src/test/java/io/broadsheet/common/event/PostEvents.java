package io.broadsheet.common.event;

import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** Events for tests. */
final class PostEvents {

  static final PostEvent ONE =
      new PostEvent(
          PostEvent.VERSION,
          UUID.fromString("0d9e6d0c-7c0b-4c58-8f0e-0f6f3f3d4a11"),
          "telegram-ru",
          "telegram",
          "ru",
          1,
          LocalDate.of(2026, 11, 30),
          "outlook",
          "zima-blizko",
          "Зима близко",
          "Что ждёт нас в декабре.",
          "## Погода\n\nСнег & ветер \"с севера\" \\u0000.",
          List.of("погода", "зима"),
          "https://example.org/ru/zima-blizko");

  private PostEvents() {}
}
