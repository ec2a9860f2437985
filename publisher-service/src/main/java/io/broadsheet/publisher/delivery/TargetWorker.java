package io.broadsheet.publisher.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * One target's worker in this replica: woken by a signal, it claims as much as can be called at
 * once and calls it on threads of its own, so that hung calls to this target take nothing from
 * another.
 */
final class TargetWorker {

  private static final Logger LOG = Logger.getLogger(TargetWorker.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final long IDLE_THREAD_S = 30;
  private static final long ROOM_PATIENCE_MS = 10;
  private static final int WAITING_FOR_COMPANIONS = 200;
  private static final int WAITING_FOR_COMMANDS = 10;
  private static final Duration BETWEEN_LOOKS_AT_ALL = Duration.ofMillis(900);

  private final OpenTarget target;
  private final NextState nextState;
  private final DeliverySteps steps;
  private final DueSignals signals;
  private final DueWatch watch;
  private final List<String> dependants;

  private final int mayWaitInFront;
  private final Semaphore free;
  private final ThreadPoolExecutor callers;
  private final Thread claimer;
  private final List<UUID> inDoubt = new ArrayList<>();
  private long nextLookAtAll = System.nanoTime();
  private boolean cameShort = true;
  private boolean verifying = true;
  private boolean failing;
  private volatile boolean stopping;

  /**
   * @param dependants targets that link this one's page: woken when a delivery here has ended
   */
  TargetWorker(
      OpenTarget target,
      NextState nextState,
      DeliverySteps steps,
      DueSignals signals,
      DueWatch watch,
      List<String> dependants) {
    this.target = target;
    this.nextState = nextState;
    this.steps = steps;
    this.signals = signals;
    this.watch = watch;
    this.dependants = List.copyOf(dependants);
    int size = target.policy().maxInFlight();
    this.mayWaitInFront =
        target.policy().companion().isPresent() ? WAITING_FOR_COMPANIONS : WAITING_FOR_COMMANDS;
    this.free = new Semaphore(size);
    this.callers =
        new ThreadPoolExecutor(
            size,
            size,
            IDLE_THREAD_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> new Thread(work, "call-" + target.name()));
    this.callers.allowCoreThreadTimeOut(true);
    this.claimer = new Thread(this::claimWhenSignalled, "claim-" + target.name());
    signals.listenTo(target.name());
  }

  void start() {
    claimer.start();
    signals.raise(target.name());
  }

  /** Claims nothing more; what is in flight goes on. */
  void stopClaiming() {
    stopping = true;
    synchronized (claimer) {
      if (verifying) {
        claimer.interrupt();
      }
    }
    signals.raise(target.name());
  }

  /**
   * Waits for what is in flight.
   *
   * @param nanos how long at most; then the calls' threads are interrupted and their leases settle
   *     them
   */
  void awaitDrained(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    // A claim under way may still hand work over.
    claimer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    callers.shutdown();
    if (!callers.awaitTermination(
        Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
      LOG.warnf(
          "%s: %d calls did not end within the drain time; their leases will settle them",
          target.name(), callers.getActiveCount());
      callers.shutdownNow();
    }
  }

  private void claimWhenSignalled() {
    try {
      verify();
      while (!stopping) {
        signals.await(target.name());
        awaitRoom();
        if (!stopping) {
          claimOnce();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // Before the first claim: a wrong token is known before a post meets it.
  private void verify() throws InterruptedException {
    try {
      steps.verifications().verify(target, VerifyTarget.Asker.SERVICE);
    } catch (RuntimeException | Error e) {
      LOG.errorf(e, "%s: verifying failed", target.name());
    } finally {
      synchronized (claimer) {
        verifying = false;
      }
    }
  }

  // A statement claims thirty as quickly as three: while more than half of the calls are under way,
  // waiting a moment for the next ones to end costs nothing that would be noticed.
  private void awaitRoom() throws InterruptedException {
    int half = target.policy().maxInFlight() / 2;
    if (free.tryAcquire(half, ROOM_PATIENCE_MS, TimeUnit.MILLISECONDS)) {
      free.release(half);
    }
  }

  private void claimOnce() throws InterruptedException {
    if (steps.deliverClaim().hold(target).holds()) {
      // The database may not know of it yet.
      watch.lookSoon();
      return;
    }
    int room = free.drainPermits();
    if (room == 0) {
      // The end of a call raises the signal again.
      return;
    }
    int taken = 0;
    try {
      taken = claim(room);
    } finally {
      free.release(room - taken);
    }
    if (taken < room) {
      watch.lookSoon();
    }
  }

  private int claim(int room) throws InterruptedException {
    int handedOver = 0;
    try {
      releaseInDoubt();
      List<UUID> tokens = Stream.generate(UUID::randomUUID).limit(room).toList();
      inDoubt.addAll(tokens);
      for (Claim claim : steps.claimDue().claimDue(target, tokens, lookAt(room))) {
        callers.execute(() -> deliver(claim));
        // It is being called for, and must not be claimed again.
        inDoubt.remove(claim.token());
        handedOver++;
      }
      inDoubt.clear();
      cameShort = handedOver < room;
      failing = false;
    } catch (RuntimeException | Error e) {
      // An Error too: without this thread nothing would reach the target before the next start.
      logOnce(e);
      Thread.sleep(PAUSE_AFTER_FAILURE.toMillis());
      signals.raise(target.name());
    }
    return handedOver;
  }

  private void logOnce(Throwable e) {
    if (!failing) {
      LOG.warnf(
          e instanceof Error ? e : null,
          "%s: claiming failed, will be tried again: %s",
          target.name(),
          e.getMessage());
    }
    failing = true;
  }

  // Where many are due, looking at all of them is dear, and worth it only now and then, and only if
  // the first ones were not enough: the ones whose companions have just ended stand in front.
  private int lookAt(int room) {
    if (!cameShort || System.nanoTime() - nextLookAtAll < 0) {
      return room + mayWaitInFront;
    }
    nextLookAtAll = System.nanoTime() + BETWEEN_LOOKS_AT_ALL.toNanos();
    return Integer.MAX_VALUE;
  }

  // The statement may have claimed before its answer was lost, and nobody here will call for it. No
  // further claim is made before: in a long outage the tokens would grow without end.
  private void releaseInDoubt() {
    if (!inDoubt.isEmpty()) {
      steps.releaseClaims().release(inDoubt, Duration.ZERO, "the claim's answer was lost");
      inDoubt.clear();
    }
  }

  private void deliver(Claim claim) {
    try {
      steps.deliverClaim().deliver(target, nextState, claim);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.errorf(e, "%s: %s is left to its lease", target.name(), claim);
    } finally {
      free.release();
      signals.raise(target.name());
      signals.raise(dependants);
    }
  }
}
