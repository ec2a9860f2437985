package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

  private static final Instant HERE = Instant.parse("2026-11-30T10:00:00.250Z");

  private static Long seconds(int status, Map<String, String> headers) {
    Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    anyCase.putAll(headers);
    return RetryAfter.seconds(status, anyCase::get, HERE).orElse(null);
  }

  @ParameterizedTest
  @CsvSource({
    "Retry-After, 7, 7",
    "Retry-After, ' 7 ', 7",
    "Retry-After, 'Mon, 30 Nov 2026 10:00:07 GMT', 7",
    "Retry-After, 'Mon, 30 Nov 2026 09:00:00 GMT', 1",
    "Retry-After, soon,",
    "X-RateLimit-Reset, 2026-11-30T10:00:07.250Z, 7",
    "X-RateLimit-Reset, 2026-11-30T10:00:07.251Z, 8",
    "X-RateLimit-Reset, 2026-11-30T13:00:07.25+03:00, 7",
    "X-RateLimit-Reset, 1796032807, 8",
    "X-RateLimit-Reset, never,",
    "RateLimit-Reset, 1796032807, 8",
    "RateLimit-Reset, 7, 7",
    "RateLimit-Reset, 99999999999,",
    "X-Other, 7,"
  })
  void neverWaitsLessThanAsked(String header, String value, Long expected) {
    assertThat(seconds(429, Map.of(header, value))).isEqualTo(expected);
  }

  @Test
  void theServersClockCounts() {
    Map<String, String> headers =
        Map.of(
            "Date", "Mon, 30 Nov 2026 10:05:00 GMT",
            "X-RateLimit-Reset", "2026-11-30T10:05:07Z");
    assertThat(seconds(429, headers)).isEqualTo(7);
  }

  @Test
  void retryAfterGoesBeforeTheWindow() {
    assertThat(seconds(429, Map.of("Retry-After", "3", "RateLimit-Reset", "9"))).isEqualTo(3);
  }

  @Test
  void anAnswerThatIsNoRefusalNamesItsWindowInVain() {
    assertThat(seconds(200, Map.of("RateLimit-Reset", "9"))).isNull();
    assertThat(seconds(503, Map.of("Retry-After", "9"))).isEqualTo(9);
  }
}
