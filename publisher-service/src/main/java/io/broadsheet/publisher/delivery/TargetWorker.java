package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
  private final ClaimsInDoubt inDoubt;
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
    this.inDoubt = new ClaimsInDoubt(steps.releaseClaims(), target.policy().lease());
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
        boolean signalled = awaitSignal();
        awaitRoom();
        if (!stopping && releaseInDoubt() && signalled) {
          claimOnce();
        }
      }
      releaseForGood();
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

  // What was claimed and showed only later tells nobody of itself.
  private boolean awaitSignal() throws InterruptedException {
    if (!inDoubt.isEmpty()) {
      return signals.await(target.name(), ClaimsInDoubt.BETWEEN_RELEASES);
    }
    signals.await(target.name());
    return true;
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
    List<UUID> tokens = Stream.generate(UUID::randomUUID).limit(room).toList();
    Set<UUID> uncalled = new HashSet<>(tokens);
    try {
      for (Claim claim : claims(tokens)) {
        callers.execute(() -> deliver(claim));
        // It is being called for, and must not be claimed again.
        uncalled.remove(claim.token());
      }
      cameShort = !uncalled.isEmpty();
      failing = false;
    } catch (RuntimeException | Error e) {
      // An Error too: without this thread nothing would reach the target before the next start.
      if (!isRefused(e)) {
        inDoubt.add(uncalled);
      }
      waitAfter(e);
    }
    return room - uncalled.size();
  }

  private List<Claim> claims(List<UUID> tokens) {
    int lookAt = lookAt(tokens.size());
    return steps
        .endSilentSessions()
        .unlocking(() -> steps.claimDue().claimDue(target, tokens, lookAt));
  }

  // Then the server has rolled it back.
  private static boolean isRefused(Throwable e) {
    return e instanceof PgException && !Database.isConnectionLoss(e);
  }

  /** Whether it could be asked for; else it is tried again. */
  private boolean releaseInDoubt() throws InterruptedException {
    try {
      if (inDoubt.release()) {
        signals.raise(target.name());
      }
      return true;
    } catch (RuntimeException | Error e) {
      waitAfter(e);
      return false;
    }
  }

  // Else their leases have to end, although nobody calls.
  private void releaseForGood() {
    try {
      inDoubt.release();
    } catch (RuntimeException e) {
      LOG.warnf("%s: claims are left to their leases: %s", target.name(), e.getMessage());
    }
  }

  private void waitAfter(Throwable e) throws InterruptedException {
    if (!failing) {
      LOG.warnf(
          e instanceof Error ? e : null,
          "%s: claiming failed, will be tried again: %s",
          target.name(),
          e.getMessage());
    }
    failing = true;
    Thread.sleep(PAUSE_AFTER_FAILURE.toMillis());
    signals.raise(target.name());
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
