package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RelayHealthTest {

  private static final OffsetDateTime AT = OffsetDateTime.parse("2026-11-30T12:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final AtomicLong clock = new AtomicLong(1);
  private final RelayHealth health = new RelayHealth(clock::get);

  @Test
  void idleIsNotStalled() {
    health.written(1, AT);
    health.arrived(1);
    pass(3600);
    assertThat(health.stalled(LIMIT)).isFalse();
    assertThat(health.heartbeatAge()).contains(Duration.ofSeconds(3600));
    assertThat(health.lastHeartbeatAt()).contains(AT);
  }

  @Test
  void aBeatThatDoesNotComeBackIsAStall() {
    health.written(1, AT);
    pass(10);
    assertThat(health.stalled(LIMIT)).isFalse();
    pass(1);
    health.written(2, AT);
    assertThat(health.stalled(LIMIT)).isTrue();
  }

  @Test
  void waitingForKafkaIsNoStallAndItsEndGivesTimeToCatchUp() {
    health.sendingBegan();
    health.written(1, AT);
    pass(600);
    assertThat(health.stalled(LIMIT)).isFalse();
    assertThat(health.waitingForKafka()).isEqualTo(Duration.ofSeconds(600));
    health.sendingEnded();
    assertThat(health.stalled(LIMIT)).isFalse();
    pass(11);
    assertThat(health.stalled(LIMIT)).isTrue();
  }

  @Test
  void aBeatMayArriveBeforeItsInsertIsKnownToHaveSucceeded() {
    health.arrived(5);
    health.written(5, AT);
    pass(60);
    assertThat(health.stalled(LIMIT)).isFalse();
    assertThat(health.lastHeartbeatAt()).contains(AT);
  }

  @Test
  void aNewEngineBeginsAnew() {
    health.reads();
    health.written(1, AT);
    health.engineStarted();
    pass(60);
    assertThat(health.stalled(LIMIT)).isFalse();
    assertThat(health.isReading()).isFalse();
    assertThat(health.hasArrived(1)).isFalse();
  }

  private void pass(long seconds) {
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
