package io.broadsheet.common.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QuietPollTest {

  private static final Duration QUARTER = Duration.ofMinutes(15);

  @Test
  void everybodyAsksAtTheSameMoment() {
    assertThat(QuietPoll.untilNext(QUARTER, Instant.parse("2026-11-30T12:01:30Z")))
        .isEqualTo(Duration.ofSeconds(13 * 60 + 30));
    assertThat(QuietPoll.untilNext(QUARTER, Instant.parse("2026-11-30T12:14:59.999Z")))
        .isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void theNextMomentIsNeverNow() {
    assertThat(QuietPoll.untilNext(QUARTER, Instant.parse("2026-11-30T12:15:00Z")))
        .isEqualTo(QUARTER);
  }
}
