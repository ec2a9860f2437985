package io.broadsheet.generator.writing;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Waits before the same question is asked again. */
final class Patience {

  // How often a waiting question asks whether it is still wanted.
  private static final Duration LOOK_UP = Duration.ofSeconds(1);
  private static final double JITTER = 0.25;

  private Patience() {}

  /**
   * Blocks for as long as the provider asks to wait, else for a back-off that doubles each time.
   *
   * @param asked how often the question was asked, 1 or more
   * @throws ChatFailure the given one, if the step ends before the wait would
   */
  static void wait(
      ChatFailure failure, Duration backoff, int asked, Assignment assignment, Deadline deadline) {
    Duration span =
        failure
            .fault()
            .retryAfter()
            .orElseGet(() -> jittered(backoff.multipliedBy(1L << (asked - 1))));
    if (span.compareTo(deadline.remaining()) >= 0) {
      throw failure;
    }
    Deadline end = Deadline.after(span);
    while (!end.passed()) {
      Duration rest = end.remaining();
      LockSupport.parkNanos((rest.compareTo(LOOK_UP) < 0 ? rest : LOOK_UP).toNanos());
      if (Thread.currentThread().isInterrupted()) {
        throw failure;
      }
      assignment.stillWanted().run();
    }
  }

  private static Duration jittered(Duration span) {
    double factor = 1 + ThreadLocalRandom.current().nextDouble() * JITTER;
    return Duration.ofNanos((long) (span.toNanos() * factor));
  }
}
