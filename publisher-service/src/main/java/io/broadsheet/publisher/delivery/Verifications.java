package io.broadsheet.publisher.delivery;

import io.broadsheet.publisher.channel.Verification;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Says when targets are verified: at the start, when a person asks, and, while one is paused for
 * its configuration, again and again with back-off, so that a right given back at the API is seen
 * without a restart. A target at rest costs nothing.
 */
final class Verifications {

  private static final Logger LOG = Logger.getLogger(Verifications.class);
  private static final Backoff WAITS =
      new Backoff(Duration.ofMinutes(1), Duration.ofHours(1), new Random());
  private static final int THREADS = 4;

  private final VerifyTarget verifyTarget;
  private final DueSignals signals;
  private final Map<String, Integer> failures = new ConcurrentHashMap<>();
  private final ScheduledExecutorService scheduler =
      Executors.newScheduledThreadPool(THREADS, Verifications::thread);

  Verifications(VerifyTarget verifyTarget, DueSignals signals) {
    this.verifyTarget = verifyTarget;
    this.signals = signals;
  }

  /** Verifies a target now and, unless it passes, again later. */
  Verification verify(OpenTarget target, VerifyTarget.Asker asker) throws InterruptedException {
    Verification verification = verifyTarget.verifyTarget(target, asker);
    if (!(verification instanceof Verification.Passed)) {
      later(target);
    }
    signals.raise(target.name());
    return verification;
  }

  /** A call was refused for the target's configuration: it is verified again later. */
  void later(OpenTarget target) {
    int failed = failures.merge(target.name(), 1, Integer::sum);
    if (!scheduler.isShutdown()) {
      scheduler.schedule(
          () -> again(target), WAITS.after(failed).toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** A post went out: what was wrong is over. */
  void worked(OpenTarget target) {
    failures.remove(target.name());
  }

  void stop() {
    scheduler.shutdownNow();
  }

  private void again(OpenTarget target) {
    try {
      verify(target, VerifyTarget.Asker.SERVICE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.errorf(e, "%s: verifying failed", target.name());
      later(target);
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "verify");
    thread.setDaemon(true);
    return thread;
  }
}
