package io.broadsheet.publisher.channel;

import java.time.Duration;

/**
 * A moment on the monotonic clock: it does not move when the wall clock is set.
 *
 * @param nanoTime the value of {@link System#nanoTime()} at which it passes
 */
public record Deadline(long nanoTime) {

  /** The deadline that passes after this long. */
  public static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** How long is left; zero once it has passed. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  /** Whether it has passed. */
  public boolean hasPassed() {
    return nanoTime - System.nanoTime() <= 0;
  }
}
