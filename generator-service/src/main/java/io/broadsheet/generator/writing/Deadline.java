package io.broadsheet.generator.writing;

import java.time.Duration;

/** A moment of the monotonic clock by which something must have ended. */
public final class Deadline {

  private final long nanos;

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  /** A deadline that lies {@code span} from now. */
  public static Deadline after(Duration span) {
    return new Deadline(System.nanoTime() + span.toNanos());
  }

  /** The time left; zero when it has passed, never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  /** Whether it has passed. */
  public boolean passed() {
    return remaining().isZero();
  }
}
