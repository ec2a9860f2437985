package io.broadsheet.lab.chaos;

import java.time.Duration;

/** What the schedule may do, how often, and for how long. */
enum FaultKind {
  /** One API misbehaves for a call or two. */
  API(53, 0, 0),
  KILL_PUBLISHER(8, 0, 5_000),
  KILL_GENERATOR(6, 0, 5_000),
  /** Up to longer than a claim's lease, 9 s in profile {@code lab}. */
  FREEZE_PUBLISHER(6, 500, 12_000),
  FREEZE_GENERATOR(5, 500, 12_000),
  TERMINATE_PUBLISHER(5, 0, 3_000),
  TERMINATE_GENERATOR(4, 0, 3_000),
  RESTART_BROKER(2, 0, 6_000),
  KILL_BROKER(2, 0, 6_000),
  RESTART_DATABASE(2, 0, 4_000),
  KILL_DATABASE(2, 0, 4_000),
  DROP_SLOT(3, 0, 0),
  /** With every publisher stopped. */
  OFFSETS_TO_EARLIEST(3, 0, 2_000);

  private final int weight;
  private final long shortestMs;
  private final long longestMs;

  FaultKind(int weight, long shortestMs, long longestMs) {
    this.weight = weight;
    this.shortestMs = shortestMs;
    this.longestMs = longestMs;
  }

  /** Its share among the faults. */
  int weight() {
    return weight;
  }

  /**
   * How long it lasts.
   *
   * @param share from 0, the shortest, to 1, the longest
   */
  Duration length(double share) {
    return Duration.ofMillis(shortestMs + (long) (share * (longestMs - shortestMs)));
  }
}
