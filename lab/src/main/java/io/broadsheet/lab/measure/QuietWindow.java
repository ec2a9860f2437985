package io.broadsheet.lab.measure;

import io.broadsheet.common.database.QuietPoll;
import java.time.Duration;
import java.time.Instant;

/**
 * Between two of the moments at which everything looks that looks seldom. A window that fits there
 * tells what happens when nothing happens at all.
 */
final class QuietWindow {

  /** The services' {@code slow-poll} in {@code poll} mode, and the reconciler's. */
  private static final Duration PERIOD = Duration.ofMinutes(15);

  /** Those looks take far less. */
  private static final Duration LOOKING = Duration.ofSeconds(10);

  /** What is longer hardly fits, or not at all. */
  private static final Duration LONGEST = Duration.ofMinutes(14);

  private QuietWindow() {}

  /**
   * How long to wait, so that a window lies between two such moments.
   *
   * @param window its length
   * @return zero if it does so from now on, or if it is longer than 14 minutes
   */
  static Duration wait(Duration window, Instant now) {
    if (window.compareTo(LONGEST) > 0) {
      return Duration.ZERO;
    }
    Duration left = QuietPoll.untilNext(PERIOD, now);
    Duration since = PERIOD.minus(left);
    if (since.compareTo(LOOKING) < 0) {
      return LOOKING.minus(since);
    }
    return window.plus(LOOKING).compareTo(left) <= 0 ? Duration.ZERO : left.plus(LOOKING);
  }
}
