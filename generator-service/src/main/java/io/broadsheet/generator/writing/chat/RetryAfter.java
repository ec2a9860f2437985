package io.broadsheet.generator.writing.chat;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;

/**
 * How long a server asks to wait: {@code retry-after-ms} (OpenAI), or {@code Retry-After} as
 * seconds or as a date (RFC 9110, 10.2.3), which is taken by the server's own {@code Date}.
 */
final class RetryAfter {

  private static final Duration LONGEST = Duration.ofDays(1);

  private RetryAfter() {}

  /**
   * Reads it.
   *
   * @param header a header's first value by its name in any case; null where there is none
   */
  static Optional<Duration> of(Function<String, String> header) {
    return Optional.ofNullable(header.apply("retry-after-ms"))
        .flatMap(value -> number(value, 1))
        .or(
            () ->
                Optional.ofNullable(header.apply("Retry-After"))
                    .flatMap(value -> after(value, header)))
        .map(span -> span.compareTo(LONGEST) > 0 ? LONGEST : span);
  }

  private static Optional<Duration> after(String value, Function<String, String> header) {
    return number(value, 1000)
        .or(
            () ->
                date(value)
                    .map(
                        until -> {
                          Instant now =
                              Optional.ofNullable(header.apply("Date"))
                                  .flatMap(RetryAfter::date)
                                  .orElseGet(Instant::now);
                          // Dates have whole seconds: the one that has begun counts.
                          Duration span = Duration.between(now, until).plusSeconds(1);
                          return span.isNegative() ? Duration.ZERO : span;
                        }));
  }

  private static Optional<Duration> number(String value, int millis) {
    return value.strip().matches("\\d{1,9}(\\.\\d{1,6})?")
        ? Optional.of(
            Duration.ofMillis((long) Math.ceil(Double.parseDouble(value.strip()) * millis)))
        : Optional.empty();
  }

  private static Optional<Instant> date(String value) {
    try {
      return Optional.of(
          ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
