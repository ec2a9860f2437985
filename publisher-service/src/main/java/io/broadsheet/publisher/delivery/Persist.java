package io.broadsheet.publisher.delivery;

import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Repeats a guarded, repeatable database write until the database takes it. */
final class Persist {

  private static final Logger LOG = Logger.getLogger(Persist.class);
  private static final Backoff WAITS =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), new Random());

  /** About a minute at the longest wait. */
  private static final int FAILURES_PER_WARNING = 12;

  private Persist() {}

  /**
   * Repeats it.
   *
   * @param what for the log, as "recording an answer"
   * @throws InterruptedException if the thread is interrupted between two tries
   * @throws PgException if PostgreSQL will never store it, for instance a text with U+0000
   */
  static <T> T untilDone(Supplier<T> write, String what) throws InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        return write.get();
      } catch (RuntimeException | Error e) {
        // An Error too: what is to be written down must be, and the start of all deliveries is.
        if (e instanceof PgException refusal && isForGood(refusal)) {
          throw e;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedException(what + " was interrupted");
        }
        if (failures % FAILURES_PER_WARNING == 1) {
          LOG.warnf("%s waits for the database: %s", what, e.getMessage());
        }
        Thread.sleep(WAITS.after(failures).toMillis());
      }
    }
  }

  // 22: data exception, 23: integrity constraint violation.
  private static boolean isForGood(PgException refusal) {
    String code = refusal.getSqlState();
    return code != null && (code.startsWith("22") || code.startsWith("23"));
  }

  /** Repeats a write without a result. */
  static void untilDone(Runnable write, String what) throws InterruptedException {
    untilDone(
        () -> {
          write.run();
          return null;
        },
        what);
  }
}
