package io.broadsheet.publisher.delivery;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential back-off with equal jitter: half of the wait is certain, half is random, so that
 * deliveries that failed together do not come back together.
 *
 * @param base the wait after the first failure, before jitter
 * @param max the longest wait, jitter included
 * @param random where the jitter comes from
 */
record Backoff(Duration base, Duration max, RandomGenerator random) {

  /**
   * How long to wait.
   *
   * @param failures how many there have been, this one included; below 1 counts as 1
   * @return from half of {@code min(max, base * 2^(failures - 1))} up to the whole of it
   */
  Duration after(int failures) {
    int doublings = Math.min(Math.max(failures, 1) - 1, 40);
    double full = Math.min(base.toMillis() * Math.pow(2, doublings), max.toMillis());
    return Duration.ofMillis(Math.round(full / 2 + random.nextDouble() * full / 2));
  }
}
