package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.relay.Ending.Cause;
import io.broadsheet.generator.relay.Heartbeat.Pulse;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchTest {

  private static final OffsetDateTime AT = OffsetDateTime.parse("2026-11-30T12:00:00Z");

  private final AtomicLong clock = new AtomicLong(1);
  private final RelayHealth health = new RelayHealth(clock::get);
  private final List<OffsetDateTime> caughtUp = new ArrayList<>();
  private final Watch watch =
      new Watch(health, caughtUp::add, Duration.ofSeconds(10), Duration.ofSeconds(20), clock::get);

  @Test
  void theFirstBeatThatComesBackTellsThatAllBeforeHasBeenStreamed() {
    beat(1);
    assertThat(caughtUp).isEmpty();
    health.arrived(1);
    beat(2);
    health.arrived(2);
    beat(3);
    assertThat(caughtUp).containsExactly(AT.plusSeconds(1));
    assertThat(watch.verdict()).isEmpty();
  }

  @Test
  void aSilentStreamIsAFailureOfTheHolder() {
    beat(1);
    pass(11);
    beat(2);
    assertThat(watch.verdict()).map(Ending::cause).contains(Cause.FAILED_HOLDING);
  }

  @Test
  void aPublicationThatLacksATableIsNoStallAndItsMendingIsANewStart() {
    beat(1);
    health.arrived(1);
    beat(2);
    watch.look(new Pulse(true, 42, "me", "generator.outbox", 3, AT.plusSeconds(3)), true);
    pass(600);
    watch.look(new Pulse(true, 42, "me", "generator.outbox", 4, AT.plusSeconds(4)), true);
    assertThat(watch.verdict()).isEmpty();
    beat(5);
    health.arrived(5);
    beat(6);
    assertThat(caughtUp).containsExactly(AT.plusSeconds(1), AT.plusSeconds(5));
  }

  @Test
  void aSlotThatNobodyReadsIsAFailure() {
    watch.look(new Pulse(true, 0, null, null, 0, null), false);
    pass(21);
    watch.look(new Pulse(true, 0, null, null, 0, null), false);
    assertThat(watch.verdict()).map(Ending::cause).contains(Cause.FAILED_HOLDING);
  }

  @Test
  void aSlotThatNobodyReadsIsNoFailureWhileTheEngineWaitsForKafka() {
    health.sendingBegan();
    pass(600);
    watch.look(new Pulse(true, 0, null, null, 0, null), true);
    assertThat(watch.verdict()).isEmpty();
    health.sendingEnded();
    pass(21);
    watch.look(new Pulse(true, 0, null, null, 0, null), true);
    assertThat(watch.verdict()).map(Ending::cause).contains(Cause.FAILED_HOLDING);
  }

  @Test
  void aReaderWithoutASignOfLifeIsStuckAndOneWithIsNot() {
    watch.look(new Pulse(true, 42, "other", null, 0, null), false);
    pass(21);
    watch.look(new Pulse(true, 42, "other", null, 0, null), false);
    assertThat(watch.verdict()).isEmpty();
    pass(21);
    watch.look(new Pulse(true, 42, null, null, 0, null), false);
    assertThat(watch.verdict()).map(Ending::cause).contains(Cause.SLOT_STUCK);
  }

  @Test
  void aSlotThatIsGoneIsMadeAnew() {
    watch.look(new Pulse(false, 0, null, null, 0, null), true);
    assertThat(watch.verdict()).map(Ending::cause).contains(Cause.SLOT_GONE);
  }

  @Test
  void patienceGrowsWithFailuresUpToALimit() {
    RelayTiming timing = RelayTiming.DEFAULT;
    assertThat(timing.stallAfter(0)).isEqualTo(Duration.ofSeconds(10));
    assertThat(timing.stallAfter(1)).isEqualTo(Duration.ofSeconds(20));
    assertThat(timing.stallAfter(2)).isEqualTo(Duration.ofSeconds(40));
    assertThat(timing.stallAfter(99)).isEqualTo(Duration.ofSeconds(60));
  }

  private void beat(long id) {
    watch.look(new Pulse(true, 42, "me", null, id, AT.plusSeconds(id)), true);
  }

  private void pass(long seconds) {
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
