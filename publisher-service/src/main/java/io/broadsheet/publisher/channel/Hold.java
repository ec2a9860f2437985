package io.broadsheet.publisher.channel;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How long a target's API asked this process not to call it. The database keeps it for all
 * replicas, but a call that was claimed before the refusal came asks here, right before its request
 * is written.
 */
public final class Hold {

  private final AtomicReference<Deadline> end =
      new AtomicReference<>(Deadline.after(Duration.ZERO));

  /** A target that asked for nothing. */
  public static Hold none() {
    return new Hold();
  }

  /** It asked now; a shorter time than asked for before changes nothing. */
  public void begin(Duration asked) {
    Deadline latest = Deadline.after(asked);
    end.accumulateAndGet(
        latest, (old, given) -> old.remaining().compareTo(given.remaining()) > 0 ? old : given);
  }

  /** How long it still holds, zero if it does not. */
  public Duration remaining() {
    return end.get().remaining();
  }

  /** Whether a call would undercut it. */
  public boolean holds() {
    return !end.get().hasPassed();
  }
}
