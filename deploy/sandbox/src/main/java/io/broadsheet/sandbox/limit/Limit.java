package io.broadsheet.sandbox.limit;

/** How many calls are let through. Times are of one monotonic clock. Used by one thread. */
public interface Limit {
  /** How many nanoseconds after {@code now} one more call is let through; 0: at once. */
  long waitNanos(long now);

  /** Counts a call that is let through at {@code now}. */
  void take(long now);
}
