package io.broadsheet.generator.relay;

import java.time.Duration;

/**
 * How patient the relay is with itself.
 *
 * @param tick how often the supervisor looks, and beats, once all is well
 * @param stall how long a heartbeat may take to come back; doubled with each run that fails, up to
 *     six times as long, for one huge transaction of somebody else may take longer to pass
 * @param idleSlot how long the slot may be read by nobody, or by somebody who gives no sign of life
 * @param stop how long an engine may take to end; longer than the driver waits for a server that
 *     does not answer, for it cannot be ended before
 * @param grace how long what was streamed may take to be settled before it counts as lost
 * @param patience how long runs must have failed, one after the other, before only a new process
 *     can help; after a quarter of it the slot itself is suspected
 */
record RelayTiming(
    Duration tick,
    Duration stall,
    Duration idleSlot,
    Duration stop,
    Duration grace,
    Duration patience) {

  static final RelayTiming DEFAULT =
      new RelayTiming(
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(45),
          Duration.ofSeconds(5),
          Duration.ofMinutes(1));

  private static final int MOST_PATIENCE = 6;

  /** The limit for a run that follows so many failed ones. */
  Duration stallAfter(int failedRuns) {
    return stall.multipliedBy(Math.min(MOST_PATIENCE, 1L << Math.min(failedRuns, 3)));
  }
}
