package io.broadsheet.embedded;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a process to get somewhere. */
public final class Waiting {
  private static final Duration STEP = Duration.ofMillis(50);

  private Waiting() {}

  /**
   * Looks every 50 ms until {@code done}.
   *
   * @param limit how long at most, by the monotonic clock
   * @param failure what to say when the time is over
   * @throws IllegalStateException when the time is over or this thread is interrupted
   */
  public static void until(Duration limit, BooleanSupplier done, Supplier<String> failure) {
    until(limit, STEP, done, failure);
  }

  /** As the other, looking every {@code step}. */
  public static void until(
      Duration limit, Duration step, BooleanSupplier done, Supplier<String> failure) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(failure.get() + " within " + limit.toSeconds() + " s.");
      }
      try {
        Thread.sleep(step.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted: " + failure.get(), e);
      }
    }
  }
}
