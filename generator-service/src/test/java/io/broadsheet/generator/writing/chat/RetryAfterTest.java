package io.broadsheet.generator.writing.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

  @Test
  void readsSecondsMillisecondsAndDates() {
    assertThat(of("Retry-After", "20")).contains(Duration.ofSeconds(20));
    assertThat(of("Retry-After", "1.5")).contains(Duration.ofMillis(1500));
    assertThat(of("retry-after-ms", "250", "Retry-After", "1")).contains(Duration.ofMillis(250));
    assertThat(
            of(
                "Date", "Tue, 10 Mar 2026 09:00:00 GMT",
                "Retry-After", "Tue, 10 Mar 2026 09:00:30 GMT"))
        .contains(Duration.ofSeconds(31));
    assertThat(
            of(
                "Date", "Tue, 10 Mar 2026 09:01:00 GMT",
                "Retry-After", "Tue, 10 Mar 2026 09:00:30 GMT"))
        .contains(Duration.ZERO);
  }

  @Test
  void takesNoNonsense() {
    assertThat(of("Retry-After", "soon")).isEmpty();
    assertThat(of("Retry-After", "-5")).isEmpty();
    assertThat(of("X-Other", "5")).isEmpty();
    assertThat(of("Retry-After", "999999999")).contains(Duration.ofDays(1));
  }

  private static Optional<Duration> of(String... headers) {
    Map<String, String> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < headers.length; i += 2) {
      map.put(headers[i], headers[i + 1]);
    }
    return RetryAfter.of(map::get);
  }
}
