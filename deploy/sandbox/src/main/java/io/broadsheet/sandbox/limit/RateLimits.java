package io.broadsheet.sandbox.limit;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * Whether calls are counted, and by which clock.
 *
 * @param on false: every call is let through
 * @param nanoClock a monotonic clock in nanoseconds
 */
public record RateLimits(boolean on, LongSupplier nanoClock) {
  /** Counted by the machine's monotonic clock. */
  public static final RateLimits ON = new RateLimits(true, System::nanoTime);

  /** Not counted. */
  public static final RateLimits OFF = new RateLimits(false, System::nanoTime);

  /**
   * Takes one call from each of the limits, or, when one of them does not let it through, from
   * none.
   *
   * @return 0 when taken, else after how many nanoseconds all of them would let it through
   */
  public long take(List<Limit> limits) {
    if (!on) {
      return 0;
    }
    long now = nanoClock.getAsLong();
    long wait = limits.stream().mapToLong(limit -> limit.waitNanos(now)).max().orElse(0);
    if (wait == 0) {
      limits.forEach(limit -> limit.take(now));
    }
    return wait;
  }
}
