package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.QuietPoll;
import io.broadsheet.publisher.delivery.LookAhead.Outlook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The replica's one clock for deliveries: looks when the next thing is due, wakes the target then,
 * expires ended leases and parks what is overdue. Between looks it sleeps; it looks at the latest
 * after the slow poll, for what another replica took in and did not live to deliver.
 */
final class DueWatch {

  private static final Logger LOG = Logger.getLogger(DueWatch.class);

  private static final Duration BLOCKED_POLL = Duration.ofSeconds(1);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);
  private static final Duration AFTER_A_FAILED_SWEEP = Duration.ofSeconds(10);

  private final List<OpenTarget> targets;
  private final DeliverySteps steps;
  private final DueSignals signals;
  private final Duration slowPoll;
  private final Semaphore wanted = new Semaphore(0);
  private final Thread thread = new Thread(this::watch, "due-watch");
  private volatile boolean stopping;
  private long nextSweep = System.nanoTime();
  private long nextAsking = System.nanoTime();
  private boolean failing;
  private boolean sweepFailing;

  /**
   * @param slowPoll the longest pause between two looks when nothing calls for one; all replicas
   *     look at its whole multiples
   */
  DueWatch(List<OpenTarget> targets, DeliverySteps steps, DueSignals signals, Duration slowPoll) {
    this.targets = List.copyOf(targets);
    this.steps = steps;
    this.signals = signals;
    this.slowPoll = slowPoll;
  }

  void start() {
    thread.start();
  }

  void stop() {
    stopping = true;
    wanted.release();
  }

  /** Asks for a look at the next opportunity, for instance because a claim found nothing. */
  void lookSoon() {
    wanted.release();
  }

  private void watch() {
    try {
      while (!stopping) {
        Duration wait = look();
        if (!failing) {
          sweep();
        }
        if (sweepFailing && wait.compareTo(AFTER_A_FAILED_SWEEP) > 0) {
          wait = AFTER_A_FAILED_SWEEP;
        }
        // Requests that come in quick succession share one look.
        Thread.sleep(BETWEEN_LOOKS.toMillis());
        if (wanted.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
          wanted.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration look() {
    try {
      Outlook outlook = steps.lookAhead().lookAhead(targets);
      signals.raise(outlook.dueNow());
      if (outlook.nextExpiryIn().filter(in -> in.isZero() || in.isNegative()).isPresent()) {
        signals.raise(steps.expireLeases().expireLeases());
      }
      askForTheAwaiting(outlook);
      failing = false;
      return untilNextLook(outlook, QuietPoll.untilNext(slowPoll, Instant.now()));
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warnf("deliveries wait for the database: %s", e.getMessage());
      }
      failing = true;
      return BLOCKED_POLL;
    } catch (Error e) {
      // Nobody would look again, and every delivery would wait for the next start.
      if (!failing) {
        LOG.error("looking for what is due failed, it is tried again", e);
      }
      failing = true;
      return BLOCKED_POLL;
    }
  }

  // A look cannot see past many waiting ones; a claim can.
  private void askForTheAwaiting(Outlook outlook) {
    if (!outlook.awaiting().isEmpty() && System.nanoTime() - nextAsking >= 0) {
      signals.raise(outlook.awaiting());
      nextAsking = System.nanoTime() + BLOCKED_POLL.toNanos();
    }
  }

  // After the look and by itself: while it fails, what is due goes out all the same.
  private void sweep() {
    if (System.nanoTime() - nextSweep < 0) {
      return;
    }
    try {
      int parked = steps.parkOverdue().parkOverdue(targets);
      if (parked > 0) {
        LOG.warnf("%d deliveries were older than max-age and are parked", parked);
      }
      // The replica that paused a target, and would have verified it again, may be gone.
      steps.pausedTargets().pausedTargets(targets).forEach(steps.verifications()::later);
      sweepFailing = false;
      nextSweep = System.nanoTime() + SWEEP_EVERY.toNanos();
    } catch (RuntimeException | Error e) {
      if (!sweepFailing) {
        LOG.warnf(
            e instanceof Error ? e : null,
            "parking what is overdue failed, it is tried again: %s",
            e.getMessage());
      }
      sweepFailing = true;
      nextSweep = System.nanoTime() + AFTER_A_FAILED_SWEEP.toNanos();
    }
  }

  // What is due now has just been signalled, and a lease that has ended just been expired: what is
  // still there after a second is looked at again.
  static Duration untilNextLook(Outlook outlook, Duration slowPoll) {
    return Stream.concat(
            Stream.of(slowPoll),
            Stream.concat(
                outlook.blocked() || !outlook.dueNow().isEmpty()
                    ? Stream.of(BLOCKED_POLL)
                    : Stream.empty(),
                Stream.concat(
                    outlook.nextDueIn().stream(),
                    outlook.nextExpiryIn().map(DueWatch::untilExpiry).stream())))
        .min(Duration::compareTo)
        .orElseThrow();
  }

  private static Duration untilExpiry(Duration in) {
    return in.isZero() || in.isNegative() ? BLOCKED_POLL : in;
  }
}
