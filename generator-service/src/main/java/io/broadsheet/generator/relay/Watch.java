package io.broadsheet.generator.relay;

import io.broadsheet.generator.relay.Ending.Cause;
import io.broadsheet.generator.relay.Heartbeat.Pulse;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Judges one run of the engine by the slot's pulse and the heartbeats that came back. */
final class Watch {

  private final RelayHealth health;
  private final Consumer<OffsetDateTime> caughtUp;
  private final Duration stall;
  private final Duration idleSlot;
  private final LongSupplier nanoTime;
  private long slotInUseNanos;
  private long holderKnownNanos;
  private long firstBeatId;
  private OffsetDateTime firstBeatAt;
  private boolean told;
  private Ending verdict;

  /**
   * @param caughtUp told the time of the run's first beat when it has come back, and again after
   *     the publication was mended
   * @param stall how long a beat may take to come back
   * @param idleSlot how long the slot may be read by nobody, or by somebody unknown
   */
  Watch(
      RelayHealth health,
      Consumer<OffsetDateTime> caughtUp,
      Duration stall,
      Duration idleSlot,
      LongSupplier nanoTime) {
    this.health = health;
    this.caughtUp = caughtUp;
    this.stall = stall;
    this.idleSlot = idleSlot;
    this.nanoTime = nanoTime;
    slotInUseNanos = nanoTime.getAsLong();
    holderKnownNanos = slotInUseNanos;
  }

  /**
   * Takes a look.
   *
   * @param reading whether this replica's engine was known to read the slot when the pulse was
   *     taken
   */
  void look(Pulse pulse, boolean reading) {
    if (pulse.unpublished() != null) {
      // What is inserted now is not streamed: the next beat to be believed is one written later.
      health.forgetOutstanding();
      firstBeatId = 0;
      told = false;
    } else if (reading && pulse.beatId() != 0) {
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
  Optional<Ending> verdict() {
    return Optional.ofNullable(verdict);
  }

  private Ending judge(Pulse pulse, boolean reading) {
    if (!pulse.usable()) {
      return new Ending(Cause.SLOT_GONE, "the replication slot is missing or lost");
    }
    if (reading && health.stalled(stall)) {
      return new Ending(
          Cause.FAILED_HOLDING,
          "the stream is silent: a heartbeat has not come back for " + seconds(stall));
    }
    long now = nanoTime.getAsLong();
    if (pulse.active() || !health.waitingForKafka().isZero()) {
      slotInUseNanos = now;
    } else if (now - slotInUseNanos > idleSlot.toNanos()) {
      return new Ending(
          Cause.FAILED_HOLDING, "nobody has read the replication slot for " + seconds(idleSlot));
    }
    if (reading || !pulse.active() || pulse.holder() != null || pulse.unpublished() != null) {
      holderKnownNanos = now;
    } else if (now - holderKnownNanos > idleSlot.toNanos()) {
      return new Ending(
          Cause.SLOT_STUCK,
          "the replication slot is read by the server's process "
              + pulse.activePid()
              + ", which gave no sign of life for "
              + seconds(idleSlot));
    }
    return null;
  }

  private static String seconds(Duration limit) {
    return limit.toMillis() / 1000.0 + " s";
  }
}
