package io.broadsheet.publisher.channel;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long a target's API asked this process not to call it. The database keeps it for all
 * replicas, but a call that was claimed before the refusal came asks here, right before its request
 * is written. It goes by the monotonic clock alone: a wall clock that is set must not end it early.
 */
public final class Hold {

  private final AtomicLong endNs = new AtomicLong(System.nanoTime());

  /** A target that asked for nothing. */
  public static Hold none() {
    return new Hold();
  }

  /** It asked now; a shorter time than asked for before changes nothing. */
  public void begin(Duration asked) {
    endNs.accumulateAndGet(
        System.nanoTime() + asked.toNanos(), (old, given) -> old - given > 0 ? old : given);
  }

  /** How long it still holds, zero if it does not. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, endNs.get() - System.nanoTime()));
  }

  /** Whether a call would undercut it. */
  public boolean holds() {
    return endNs.get() - System.nanoTime() > 0;
  }
}
