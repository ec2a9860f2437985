package io.broadsheet.sandbox.limit;

/** Lets a burst through, then one call per interval; what is not used is saved up to the burst. */
public final class TokenBucket implements Limit {
  private final long interval;
  private final long tolerance;
  private boolean used;
  private long fullAt;

  /**
   * @param burst how many calls an unused bucket lets through at once, at least 1
   * @param intervalNanos how long one more call takes to come back, in nanoseconds
   */
  public TokenBucket(int burst, long intervalNanos) {
    this.interval = intervalNanos;
    this.tolerance = (burst - 1) * intervalNanos;
  }

  @Override
  public long waitNanos(long now) {
    return used ? Math.max(0, fullAt - tolerance - now) : 0;
  }

  @Override
  public void take(long now) {
    fullAt = (used ? Math.max(now, fullAt) : now) + interval;
    used = true;
  }
}
