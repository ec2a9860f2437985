package io.broadsheet.publisher.delivery;

import io.broadsheet.publisher.channel.Verification;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
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
  private final Map<String, ScheduledFuture<?>> next = new ConcurrentHashMap<>();
  // What comes after the stop is left out.
  private final ScheduledExecutorService scheduler =
      new ScheduledThreadPoolExecutor(
          THREADS, Verifications::thread, new ThreadPoolExecutor.DiscardPolicy());

  Verifications(VerifyTarget verifyTarget, DueSignals signals) {
    this.verifyTarget = verifyTarget;
    this.signals = signals;
  }

  /** Verifies a target now and, unless it passes, again later. */
  Verification verify(OpenTarget target, VerifyTarget.Asker asker) throws InterruptedException {
    ScheduledFuture<?> planned = next.get(target.name());
    Verification verification = verifyTarget.verifyTarget(target, asker);
    if (verification instanceof Verification.Passed) {
      // Not what a call has planned that was refused meanwhile: its pause may be the later word.
      // How long to wait is forgotten only when a post went out.
      forget(target, planned);
    } else {
      later(target);
    }
    signals.raise(target.name());
    return verification;
  }

  /**
   * A call was refused for the target's configuration: it is verified again later. One time ahead
   * is enough, however many calls were refused and however often a person asked.
   */
  void later(OpenTarget target) {
    next.computeIfAbsent(
        target.name(),
        name ->
            scheduler.schedule(
                () -> again(target),
                WAITS.after(failures.merge(name, 1, Integer::sum)).toMillis(),
                TimeUnit.MILLISECONDS));
  }

  /** How long until a target is verified again, in ms; empty if that is not planned. */
  Optional<Long> dueInMs(OpenTarget target) {
    return Optional.ofNullable(next.get(target.name()))
        .map(planned -> planned.getDelay(TimeUnit.MILLISECONDS));
  }

  /** How many targets wait to be verified again. */
  int waiting() {
    return next.size();
  }

  /** A post went out: what was wrong is over. */
  void worked(OpenTarget target) {
    failures.remove(target.name());
    forget(target, next.get(target.name()));
  }

  private void forget(OpenTarget target, ScheduledFuture<?> planned) {
    if (planned != null && next.remove(target.name(), planned)) {
      planned.cancel(false);
    }
  }

  void stop() {
    scheduler.shutdownNow();
  }

  private void again(OpenTarget target) {
    next.remove(target.name());
    try {
      verify(target, VerifyTarget.Asker.SERVICE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
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
