package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.publisher.delivery.LookAhead.Outlook;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DueWatchTest {

  private static final Duration SLOW = Duration.ofSeconds(30);

  @Test
  void atRestItLooksAsSeldomAsItMay() {
    assertThat(wait(Set.of(), null, null, false)).isEqualTo(SLOW);
    assertThat(wait(Set.of(), Duration.ofHours(1), Duration.ofMinutes(1), false)).isEqualTo(SLOW);
  }

  @Test
  void itLooksWhenTheNextDeliveryIsDueOrTheNextLeaseEnds() {
    assertThat(wait(Set.of(), Duration.ofSeconds(7), Duration.ofSeconds(20), false))
        .isEqualTo(Duration.ofSeconds(7));
    assertThat(wait(Set.of(), Duration.ofSeconds(7), Duration.ofSeconds(3), false))
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void whatIsBlockedOrJustSignalledIsLookedAtAfterASecond() {
    assertThat(wait(Set.of(), null, null, true)).isEqualTo(Duration.ofSeconds(1));
    assertThat(wait(Set.of("telegram-ru"), null, null, false)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void anEndedLeaseDoesNotMakeItSpin() {
    assertThat(wait(Set.of(), null, Duration.ofSeconds(-5), false))
        .isEqualTo(Duration.ofSeconds(1));
  }

  private static Duration wait(
      Set<String> dueNow, Duration nextDue, Duration nextExpiry, boolean blocked) {
    return DueWatch.untilNextLook(
        new Outlook(
            dueNow,
            Optional.ofNullable(nextDue),
            Optional.ofNullable(nextExpiry),
            blocked ? Set.of("vk-ru") : Set.of(),
            false),
        SLOW);
  }
}
