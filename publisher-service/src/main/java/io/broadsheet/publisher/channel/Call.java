package io.broadsheet.publisher.channel;

import java.util.Optional;

/**
 * One permitted call.
 *
 * @param key the same for every call of one part of a delivery generation, different for all
 *     others; what an idempotency key is made from. ASCII, at most 64 characters.
 * @param deadline one deadline over queueing, connecting and answer
 * @param move the destination's change of address, if one was told
 * @param hold what the target's API last asked for
 */
public record Call(String key, Deadline deadline, Optional<Move> move, Hold hold) {

  /** A call to a target that never asked to wait. */
  public Call(String key, Deadline deadline, Optional<Move> move) {
    this(key, deadline, move, Hold.none());
  }

  /** A call to the configured address. */
  public Call(String key, Deadline deadline) {
    this(key, deadline, Optional.empty());
  }

  /** Whether the request may still be written: the clock is read anew. */
  public boolean mayStillWrite() {
    return !deadline.hasPassed() && !hold.holds();
  }
}
