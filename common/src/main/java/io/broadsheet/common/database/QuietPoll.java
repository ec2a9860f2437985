package io.broadsheet.common.database;

import java.time.Duration;
import java.time.Instant;

/**
 * When something that has nothing to do asks the database all the same: at whole multiples of its
 * period since the epoch. Replicas and services of equal periods thus ask together, as far as their
 * clocks agree, and in between the database has the whole period to itself, so that one that is
 * suspended when idle can be.
 */
public final class QuietPoll {

  private QuietPoll() {}

  /**
   * The wait until the next such moment.
   *
   * @param period 1 ms or more
   * @return more than zero and at most the period
   */
  public static Duration untilNext(Duration period, Instant now) {
    long millis = period.toMillis();
    return Duration.ofMillis(millis - Math.floorMod(now.toEpochMilli(), millis));
  }
}
