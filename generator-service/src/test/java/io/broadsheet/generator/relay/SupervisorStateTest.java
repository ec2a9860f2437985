package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.relay.Ending.Cause;
import io.broadsheet.generator.relay.Heartbeat.Pulse;
import io.broadsheet.generator.relay.SupervisorState.Role;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SupervisorStateTest {

  private static final Pulse READ = new Pulse(true, 42, "other", null, 1, null);

  private final AtomicLong clock = new AtomicLong();
  private final SupervisorState state = new SupervisorState(Duration.ofMinutes(1), clock::get);

  @Test
  @Case("R5")
  void livenessFailsOnlyAfterTheSupervisorsOwnRestartsFailed() {
    ends(Cause.FAILED_HOLDING);
    pass(60);
    ends(Cause.SLOT_STUCK);
    ends(Cause.FAILED_HOLDING);
    assertThat(state.isBeyondRepair()).isFalse();
    ends(Cause.FAILED_HOLDING);
    assertThat(state.isBeyondRepair()).isTrue();

    state.saw(READ, true, true);
    assertThat(state.isBeyondRepair()).isFalse();
    assertThat(state.role()).isEqualTo(Role.ACTIVE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Cause.class,
      names = {"DATABASE_AWAY", "REFUSED", "SLOT_GONE", "FAILED_WAITING"})
  void whatNoNewProcessCouldMendIsNoReasonForOne(Cause cause) {
    for (int i = 0; i < 50; i++) {
      ends(cause);
      pass(10);
    }
    assertThat(state.isBeyondRepair()).isFalse();
  }

  @Test
  void aDatabaseThatIsAwayIsNoReasonEither() {
    for (int i = 0; i < 4; i++) {
      ends(Cause.FAILED_HOLDING);
      pass(30);
    }
    assertThat(state.isBeyondRepair()).isTrue();
    ends(Cause.DATABASE_AWAY);
    assertThat(state.isBeyondRepair()).isFalse();
  }

  @Test
  void anEngineThatCannotBeStoppedIsAReason() {
    state.saw(READ, true, true);
    state.engineLives("it lives");
    assertThat(state.isBeyondRepair()).isTrue();
    assertThat(state.role()).isEqualTo(Role.STOPPED);
    assertThat(state.lastError()).contains("it lives");

    state.engineEnded();
    assertThat(state.isBeyondRepair()).isFalse();
  }

  @Test
  void pausesGrowWhileNothingHelpsButNotWhileTheDatabaseIsAway() {
    assertThat(ends(Cause.FAILED_HOLDING)).isEqualTo(Duration.ofMillis(250));
    assertThat(ends(Cause.FAILED_HOLDING)).isEqualTo(Duration.ofMillis(500));
    for (int i = 0; i < 20; i++) {
      assertThat(ends(Cause.DATABASE_AWAY)).isEqualTo(Duration.ofMillis(500));
    }
    for (int i = 0; i < 20; i++) {
      ends(Cause.FAILED_HOLDING);
    }
    assertThat(ends(Cause.FAILED_HOLDING)).isEqualTo(Duration.ofSeconds(30));

    state.saw(READ, true, true);
    assertThat(ends(Cause.SLOT_GONE)).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void waitingForTheDatabaseIsNoRestart() {
    state.starts();
    ends(Cause.DATABASE_AWAY);
    ends(Cause.DATABASE_AWAY);
    assertThat(state.restarts()).isZero();
    state.starts();
    assertThat(state.restarts()).isEqualTo(1);
  }

  @Test
  void manyFailuresInAMomentAreNoReasonYet() {
    for (int i = 0; i < 20; i++) {
      ends(Cause.FAILED_HOLDING);
    }
    assertThat(state.isBeyondRepair()).isFalse();
    assertThat(state.suspectsSlot()).isFalse();
  }

  @Test
  void theSlotIsSuspectedOnceInARowOfFailures() {
    ends(Cause.FAILED_HOLDING);
    pass(15);
    assertThat(state.suspectsSlot()).isFalse();
    ends(Cause.FAILED_HOLDING);
    assertThat(state.suspectsSlot()).isTrue();
    state.slotRenewed();
    ends(Cause.FAILED_HOLDING);
    assertThat(state.suspectsSlot()).isFalse();

    state.saw(READ, true, true);
    ends(Cause.FAILED_HOLDING);
    pass(15);
    ends(Cause.FAILED_HOLDING);
    assertThat(state.suspectsSlot()).isTrue();
  }

  private void pass(long seconds) {
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private Duration ends(Cause cause) {
    return state.ended(new Ending(cause, "a reason"));
  }
}
