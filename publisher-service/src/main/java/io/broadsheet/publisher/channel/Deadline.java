package io.broadsheet.publisher.channel;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A moment on the monotonic clock: it does not move away when the wall clock is set. That clock
 * stands still while a machine is suspended, so the moment has also passed when the wall clock says
 * so. A wall clock that is set forward makes it pass early, which costs a call, no more; one that
 * is set back changes nothing.
 */
public final class Deadline {

  private static final long NANOS_PER_MS = 1_000_000;

  private final LongSupplier monotonicNs;
  private final LongSupplier wallMs;
  private final long endNs;
  private final long endWallMs;

  private Deadline(Duration duration, LongSupplier monotonicNs, LongSupplier wallMs) {
    this.monotonicNs = monotonicNs;
    this.wallMs = wallMs;
    this.endNs = monotonicNs.getAsLong() + duration.toNanos();
    this.endWallMs = wallMs.getAsLong() + duration.toMillis();
  }

  /** The deadline that passes after this long. */
  public static Deadline after(Duration duration) {
    return after(duration, System::nanoTime, System::currentTimeMillis);
  }

  /** The same by other clocks. */
  static Deadline after(Duration duration, LongSupplier monotonicNs, LongSupplier wallMs) {
    return new Deadline(duration, monotonicNs, wallMs);
  }

  /** How long is left; zero once it has passed. */
  public Duration remaining() {
    long leftNs = endNs - monotonicNs.getAsLong();
    long leftByWallMs = endWallMs - wallMs.getAsLong();
    // Compared in milliseconds: a wall clock set far back must not overflow.
    return leftByWallMs < leftNs / NANOS_PER_MS
        ? Duration.ofMillis(Math.max(0, leftByWallMs))
        : Duration.ofNanos(Math.max(0, leftNs));
  }

  /** Whether it has passed. */
  public boolean hasPassed() {
    return remaining().isZero();
  }
}
