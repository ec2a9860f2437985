package io.broadsheet.generator.relay;

import io.broadsheet.generator.relay.Heartbeat.Pulse;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Consumer;

/** Judges one run of the engine by the slot's pulse and the heartbeats that came back. */
final class Watch {

  private final RelayHealth health;
  private final Consumer<OffsetDateTime> caughtUp;
  private final Duration stall;
  private final Duration idleSlot;
  private long slotInUseNanos = System.nanoTime();
  private long firstBeatId;
  private OffsetDateTime firstBeatAt;
  private boolean told;
  private String verdict;

  /**
   * @param caughtUp told once, the time of the run's first beat, when it has come back
   * @param stall how long a beat may take to come back
   * @param idleSlot how long the slot may be read by nobody
   */
  Watch(RelayHealth health, Consumer<OffsetDateTime> caughtUp, Duration stall, Duration idleSlot) {
    this.health = health;
    this.caughtUp = caughtUp;
    this.stall = stall;
    this.idleSlot = idleSlot;
  }

  /**
   * Takes a look.
   *
   * @param reading whether this replica's engine was known to read the slot when the pulse was
   *     taken
   */
  void look(Pulse pulse, boolean reading) {
    if (reading && pulse.beatId() != 0) {
      health.written(pulse.beatId(), pulse.beatAt());
      if (firstBeatId == 0) {
        firstBeatId = pulse.beatId();
        firstBeatAt = pulse.beatAt();
      }
    }
    if (!told && firstBeatId != 0 && health.hasArrived(firstBeatId)) {
      told = true;
      caughtUp.accept(firstBeatAt);
    }
    verdict = judge(pulse, reading);
  }

  /** Whether the run's first beat has come back: all that is older has been streamed. */
  boolean isCaughtUp() {
    return told;
  }

  /** Why the engine should be restarted, empty if it should not. */
  Optional<String> verdict() {
    return Optional.ofNullable(verdict);
  }

  private String judge(Pulse pulse, boolean reading) {
    if (!pulse.exists()) {
      return "the replication slot is missing or lost";
    }
    if (reading && health.stalled(stall)) {
      return "the stream is silent: a heartbeat has not come back for " + stall.toSeconds() + " s";
    }
    if (pulse.active() || !health.waitingForKafka().isZero()) {
      slotInUseNanos = System.nanoTime();
    } else if (System.nanoTime() - slotInUseNanos > idleSlot.toNanos()) {
      return "nobody has read the replication slot for " + idleSlot.toSeconds() + " s";
    }
    return null;
  }
}
