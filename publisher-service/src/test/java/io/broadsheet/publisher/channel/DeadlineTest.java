package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  private final AtomicLong monotonicNs = new AtomicLong(Long.MAX_VALUE - 5);
  private final AtomicLong wallMs = new AtomicLong(1_700_000_000_000L);
  private final Deadline deadline =
      Deadline.after(Duration.ofSeconds(30), monotonicNs::get, wallMs::get);

  @Test
  void itPassesWithTime() {
    pass(Duration.ofMillis(29_999));
    assertThat(deadline.hasPassed()).isFalse();
    assertThat(deadline.remaining()).isEqualTo(Duration.ofMillis(1));

    pass(Duration.ofMillis(1));
    assertThat(deadline.hasPassed()).isTrue();
    assertThat(deadline.remaining()).isZero();
  }

  @Test
  @Case("D15")
  void itPassesWhileTheMachineIsSuspended() {
    wallMs.addAndGet(10_000);
    assertThat(deadline.remaining()).isEqualTo(Duration.ofSeconds(20));

    wallMs.addAndGet(20_000);
    assertThat(deadline.hasPassed()).isTrue();
    assertThat(deadline.remaining()).isZero();
  }

  @Test
  void aWallClockThatIsSetBackDelaysItByNothing() {
    wallMs.set(0);
    pass(Duration.ofSeconds(29));
    assertThat(deadline.remaining()).isEqualTo(Duration.ofSeconds(1));

    pass(Duration.ofSeconds(1));
    assertThat(deadline.hasPassed()).isTrue();
  }

  private void pass(Duration time) {
    monotonicNs.addAndGet(time.toNanos());
    wallMs.addAndGet(time.toMillis());
  }
}
