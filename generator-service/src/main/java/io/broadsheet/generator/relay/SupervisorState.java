package io.broadsheet.generator.relay;

import io.broadsheet.generator.relay.Heartbeat.Pulse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jboss.logging.Logger;

/** What the supervisor last saw, for health checks and the API, which ask the database nothing. */
final class SupervisorState {

  private static final Logger LOG = Logger.getLogger(SupervisorState.class);

  /** So many restarts in a row without a heartbeat coming back are a matter for the platform. */
  private static final int GIVE_UP_RESTARTS = 5;

  /** This replica's part. */
  enum Role {
    /** Holds the slot and relays. */
    ACTIVE,
    /** Waits for the slot that another replica holds. */
    STANDBY,
    /** Neither: starting, restarting or shut down. */
    STOPPED
  }

  private Role role = Role.STOPPED;
  private String holder;
  private String lastError;
  private boolean databaseReachable = true;
  private long restarts;
  private int failedRestarts;
  private boolean troubled;

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
    databaseReachable = true;
    if (caughtUp || seen == Role.STANDBY) {
      failedRestarts = 0;
      troubled = false;
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

  synchronized void databaseLost(String message) {
    if (databaseReachable) {
      LOG.warnf("the relay cannot reach the database (broadsheet.relay.url): %s", message);
    }
    databaseReachable = false;
    lastError = message;
    role = Role.STOPPED;
  }

  /** The database answers, but not as it should. */
  synchronized void refused(String message) {
    databaseReachable = true;
    failed(message);
  }

  synchronized void failed(String message) {
    // The first of a row is worth a line; the row's length is in the metrics.
    if (!troubled) {
      LOG.warnf("the relay is stopped: %s", message);
    }
    troubled = true;
    lastError = message;
    role = Role.STOPPED;
  }

  /**
   * Counts a restart.
   *
   * @return how long to wait before it: the least after a healthy run, else twice the last
   */
  synchronized Duration restarting(Duration least, Duration last, Duration most) {
    restarts++;
    Duration next = last.multipliedBy(2);
    Duration wait = failedRestarts == 0 ? least : next.compareTo(most) > 0 ? most : next;
    if (databaseReachable) {
      failedRestarts++;
    }
    return wait;
  }

  synchronized void stopped() {
    role = Role.STOPPED;
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

  synchronized long restarts() {
    return restarts;
  }

  /** Whether only a new process could help: the database answers, yet restarts did not. */
  synchronized boolean isBeyondRepair() {
    return databaseReachable && role == Role.STOPPED && failedRestarts >= GIVE_UP_RESTARTS;
  }
}
