package io.broadsheet.publisher.channel;

/**
 * One permitted call.
 *
 * @param key the same for every call of one delivery generation, different for all others; what an
 *     idempotency key is made from. ASCII, at most 64 characters.
 * @param deadline one deadline over queueing, connecting and answer
 */
public record Call(String key, Deadline deadline) {

  /** Whether the request may still be written: the clock is read anew. */
  public boolean mayStillWrite() {
    return !deadline.hasPassed();
  }
}
