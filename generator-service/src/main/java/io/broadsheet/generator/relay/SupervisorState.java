package io.broadsheet.generator.relay;

import io.broadsheet.generator.relay.Heartbeat.Pulse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/** What the supervisor last saw, for health checks and the API, which ask the database nothing. */
final class SupervisorState {

  private static final Logger LOG = Logger.getLogger(SupervisorState.class);

  /** So many failed runs in a row without a heartbeat coming back: perhaps the slot is at fault. */
  private static final int LEAST_RUNS_TO_SUSPECT_SLOT = 2;

  /** So many, and it is a matter for the platform. */
  private static final int LEAST_RUNS_TO_GIVE_UP = 4;

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final Duration PAUSE_AWAY = Duration.ofMillis(500);
  private static final Duration PAUSE_REFUSED = Duration.ofSeconds(2);
  private static final Duration PAUSE_MOST = Duration.ofSeconds(30);

  /** This replica's part. */
  enum Role {
    /** Holds the slot and relays. */
    ACTIVE,
    /** Waits for the slot that another replica holds. */
    STANDBY,
    /** Neither: starting, restarting or shut down. */
    STOPPED
  }

  private final long patienceNanos;
  private final LongSupplier nanoTime;
  private Role role = Role.STOPPED;
  private String holder;
  private String lastError;
  private boolean databaseReachable = true;
  private long starts;
  private int runsInTrouble;
  private int failedRuns;
  private long failingSinceNanos;
  private boolean slotRenewed;
  private boolean abandoned;
  private String told;
  private String unpublished;

  /**
   * @param patience as {@link RelayTiming} says
   */
  SupervisorState(Duration patience, LongSupplier nanoTime) {
    this.patienceNanos = patience.toNanos();
    this.nanoTime = nanoTime;
  }

  /** An engine starts. */
  synchronized void starts() {
    starts++;
  }

  /**
   * A look at the slot.
   *
   * @param reading whether this replica's engine reads it
   * @param caughtUp whether the engine's first heartbeat has come back
   */
  synchronized void saw(Pulse pulse, boolean reading, boolean caughtUp) {
    Role seen = role(pulse, reading);
    if (seen != role) {
      LOG.infof("the relay is now %s", seen.name().toLowerCase(Locale.ROOT));
    }
    role = seen;
    holder = pulse.holder();
    if (!databaseReachable) {
      LOG.info("the relay reaches the database again");
    }
    databaseReachable = true;
    tellOfPublication(pulse.unpublished());
    if (caughtUp || seen == Role.STANDBY) {
      failedRuns = 0;
      slotRenewed = false;
      runsInTrouble = 0;
      told = null;
    }
  }

  private static Role role(Pulse pulse, boolean reading) {
    if (!pulse.active()) {
      return Role.STOPPED;
    }
    if (reading) {
      return Role.ACTIVE;
    }
    // As long as no beat tells who reads the slot, it may be this replica.
    return pulse.holder() == null ? Role.STOPPED : Role.STANDBY;
  }

  private void tellOfPublication(String lacking) {
    if (lacking != null) {
      lastError = PublishedTables.fault(lacking);
      if (!lacking.equals(unpublished)) {
        LOG.error(Reconciler.meanwhile(lastError));
      }
    } else if (unpublished != null) {
      LOG.info("the publication carries all tables again");
    }
    unpublished = lacking;
  }

  /** The database does not answer, while an engine may still run. */
  synchronized void databaseLost(String message) {
    if (databaseReachable) {
      LOG.warnf("the relay waits for the database (broadsheet.relay.url): %s", message);
    }
    databaseReachable = false;
    lastError = message;
    role = Role.STOPPED;
  }

  /**
   * A run ended, or could not begin.
   *
   * @return how long to wait before the next: longer each time while no heartbeat comes back, up to
   *     30 s, but short while only the database is away
   */
  synchronized Duration ended(Ending ending) {
    if (ending.cause() == Ending.Cause.DATABASE_AWAY) {
      databaseLost(ending.message());
      return PAUSE_AWAY;
    }
    databaseReachable = true;
    lastError = ending.message();
    role = Role.STOPPED;
    if (!ending.message().equals(told)) {
      LOG.warnf("the relay is stopped and starts again: %s", ending.message());
    }
    told = ending.message();
    if (ending.countsAgainstThisProcess()) {
      if (failedRuns == 0) {
        failingSinceNanos = nanoTime.getAsLong();
      }
      failedRuns++;
    }
    if (ending.cause() == Ending.Cause.REFUSED) {
      return PAUSE_REFUSED;
    }
    Duration pause = PAUSE.multipliedBy(1L << Math.min(runsInTrouble, 10));
    runsInTrouble++;
    return pause.compareTo(PAUSE_MOST) > 0 ? PAUSE_MOST : pause;
  }

  /** An engine cannot be stopped: what it holds, it may hold until this process ends. */
  synchronized void engineLives(String fault) {
    abandoned = true;
    lastError = fault;
    role = Role.STOPPED;
  }

  /** It has ended after all. */
  synchronized void engineEnded() {
    abandoned = false;
  }

  synchronized void stopped() {
    role = Role.STOPPED;
  }

  /** Runs that failed in a row without a heartbeat coming back, this process to blame. */
  synchronized int failedRuns() {
    return failedRuns;
  }

  /** Whether the next run should begin with a new slot: nobody else holds it, yet runs fail. */
  synchronized boolean suspectsSlot() {
    return !slotRenewed && hasFailed(LEAST_RUNS_TO_SUSPECT_SLOT, patienceNanos / 4);
  }

  /** It was: once is enough in a row of failures. */
  synchronized void slotRenewed() {
    slotRenewed = true;
  }

  private boolean hasFailed(int runs, long nanos) {
    return failedRuns >= runs && nanoTime.getAsLong() - failingSinceNanos >= nanos;
  }

  synchronized Role role() {
    return role;
  }

  /** The replica that holds the slot; empty if none does or it is not known. */
  synchronized Optional<String> holder() {
    return Optional.ofNullable(holder);
  }

  synchronized Optional<String> lastError() {
    return Optional.ofNullable(lastError);
  }

  /** Starts of an engine after the first. */
  synchronized long restarts() {
    return Math.max(0, starts - 1);
  }

  /** Whether only a new process could help: the database answers, yet restarts did not. */
  synchronized boolean isBeyondRepair() {
    return databaseReachable
        && role == Role.STOPPED
        && (abandoned || hasFailed(LEAST_RUNS_TO_GIVE_UP, patienceNanos));
  }
}
