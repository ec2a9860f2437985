package io.broadsheet.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QuietWindowTest {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  @Test
  void whatFitsBeforeTheNextQuarterHourBeginsAtOnce() {
    assertThat(QuietWindow.wait(TEN_MINUTES, Instant.parse("2026-12-01T12:04:00Z"))).isZero();
  }

  @Test
  void whatWouldReachTheNextQuarterHourBeginsJustAfterIt() {
    assertThat(QuietWindow.wait(TEN_MINUTES, Instant.parse("2026-12-01T12:05:00Z")))
        .isEqualTo(Duration.ofMinutes(10).plusSeconds(10));
    assertThat(QuietWindow.wait(TEN_MINUTES, Instant.parse("2026-12-01T12:14:59Z")))
        .isEqualTo(Duration.ofSeconds(11));
  }

  @Test
  void nothingBeginsAtTheQuarterHourItself() {
    assertThat(QuietWindow.wait(TEN_MINUTES, Instant.parse("2026-12-01T12:15:03Z")))
        .isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void theLongestWindowFitsAndALongerOneIsNotWaitedFor() {
    Instant after = Instant.parse("2026-12-01T12:15:10Z");

    assertThat(QuietWindow.wait(Duration.ofMinutes(14), after)).isZero();
    assertThat(QuietWindow.wait(Duration.ofMinutes(14).plusSeconds(1), after.plusSeconds(400)))
        .isZero();
  }
}
