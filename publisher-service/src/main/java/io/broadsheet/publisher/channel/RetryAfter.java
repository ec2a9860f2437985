package io.broadsheet.publisher.channel;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;

/**
 * How long an answer's headers ask to wait. {@code Retry-After} (RFC 9110, 10.2.3) says it in
 * seconds or as a date. Where it is missing, a refusal for the rate may name the moment when its
 * window ends: {@code X-RateLimit-Reset} as a date (Mastodon) or in seconds since 1970, {@code
 * RateLimit-Reset} in seconds since 1970 (Bluesky) or from now.
 */
final class RetryAfter {

  private static final int TOO_MANY_REQUESTS = 429;

  // What is more than this is no number of seconds to wait, but a moment.
  private static final long MOMENTS_FROM = 1_000_000_000L;

  private final Function<String, String> headers;
  private final Instant here;

  private RetryAfter(Function<String, String> headers, Instant here) {
    this.headers = headers;
    this.here = here;
  }

  /**
   * Whole seconds, never fewer than asked for, or empty if nothing is asked.
   *
   * @param headers a header's value by its name, or null
   * @param here when the answer came, by this machine's clock
   */
  static Optional<Long> seconds(int status, Function<String, String> headers, Instant here) {
    RetryAfter answer = new RetryAfter(headers, here);
    Optional<Long> asked = answer.header("Retry-After").flatMap(answer::retryAfter);
    if (asked.isPresent() || status != TOO_MANY_REQUESTS) {
      return asked;
    }
    return answer
        .header("X-RateLimit-Reset")
        .or(() -> answer.header("RateLimit-Reset"))
        .flatMap(answer::reset);
  }

  private Optional<String> header(String name) {
    return Optional.ofNullable(headers.apply(name)).map(String::strip);
  }

  private Optional<Long> retryAfter(String value) {
    return isNumber(value) ? Optional.of(Long.valueOf(value)) : httpDate(value).map(this::until);
  }

  private Optional<Long> reset(String value) {
    if (isNumber(value)) {
      long number = Long.parseLong(value);
      // A moment is given without its fraction.
      return Optional.of(number < MOMENTS_FROM ? number : until(Instant.ofEpochSecond(number + 1)));
    }
    try {
      return Optional.of(until(OffsetDateTime.parse(value).toInstant()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isNumber(String value) {
    return value.matches("\\d{1,10}");
  }

  /** By the server's clock where the answer tells it, for ours may differ. */
  private long until(Instant end) {
    Instant now = header("Date").flatMap(RetryAfter::httpDate).orElse(here);
    long millis = Duration.between(now, end).toMillis();
    return Math.max(1, (millis + 999) / 1000);
  }

  private static Optional<Instant> httpDate(String value) {
    try {
      return Optional.of(
          ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
