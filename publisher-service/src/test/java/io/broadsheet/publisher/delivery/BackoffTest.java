package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

  private static final RandomGenerator LEAST = () -> 0L;
  private static final RandomGenerator MOST = () -> -1L;

  @ParameterizedTest
  @CsvSource({
    "0, 10",
    "1, 10",
    "2, 20",
    "3, 40",
    "4, 80",
    "9, 2560",
    "10, 3600",
    "12, 3600",
    "1000, 3600"
  })
  void doublesUpToItsMaximum(int failures, int seconds) {
    assertThat(backoff(MOST).after(failures)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "2, 10", "12, 1800"})
  void atLeastHalfOfItIsCertain(int failures, int seconds) {
    assertThat(backoff(LEAST).after(failures)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void spreadsWhatFailedTogether() {
    Backoff backoff = backoff(new java.util.Random(1));
    assertThat(
            java.util.stream.Stream.generate(() -> backoff.after(5)).limit(20).distinct().count())
        .isGreaterThan(15);
  }

  private static Backoff backoff(RandomGenerator random) {
    return new Backoff(Duration.ofSeconds(10), Duration.ofHours(1), random);
  }
}
