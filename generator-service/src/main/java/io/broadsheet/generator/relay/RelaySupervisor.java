package io.broadsheet.generator.relay;

import io.broadsheet.generator.relay.Ending.Cause;
import io.broadsheet.generator.relay.Heartbeat.Pulse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.postgresql.util.HostSpec;

/**
 * Keeps an engine running: starts it, watches its heartbeat, and restarts it with back-off after
 * any stop, error or stall. In every replica but one the engine waits for the slot, quietly.
 */
final class RelaySupervisor implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(RelaySupervisor.class);

  private static final long FIRST_TICKS_MS = 250;
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(15);

  private final RelaySettings settings;
  private final RelayTiming timing;
  private final String replica;
  private final RelayConnections connections;
  private final KafkaSender sender;
  private final RelayHealth health;
  private final LongAdder relayed;
  private final Consumer<OffsetDateTime> caughtUp;
  private final SupervisorState state;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "relay-supervisor");
  private Watch watch;
  private HostSpec server;
  private RelayEngine engine;
  private boolean stuck;

  /**
   * @param replica what this replica's engine calls itself; no other replica's may be the same
   * @param relayed counts what Kafka has acknowledged to the engine
   * @param caughtUp told, after each start or take-over, the time of the first heartbeat that came
   *     back: everything older has been streamed
   */
  RelaySupervisor(
      RelaySettings settings,
      RelayTiming timing,
      String replica,
      KafkaSender sender,
      RelayHealth health,
      SupervisorState state,
      LongAdder relayed,
      Consumer<OffsetDateTime> caughtUp) {
    this.settings = settings;
    this.timing = timing;
    this.replica = replica;
    this.connections = new RelayConnections(settings);
    this.sender = sender;
    this.health = health;
    this.state = state;
    this.relayed = relayed;
    this.caughtUp = caughtUp;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Stops the engine, frees the slot; returns after 15 s at the latest. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(CLOSE_LIMIT.toMillis());
      if (thread.isAlive()) {
        LOG.errorf(
            "the engine has not ended within %d s: the slot may stay taken until this process ends",
            CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!isClosing()) {
      try {
        Ending ending = runOnce();
        if (isClosing()) {
          break;
        }
        closing.await(state.ended(ending).toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        LOG.debug("somebody interrupted the supervisor, which only its owner may end", e);
      }
    }
    state.stopped();
  }

  /** Whatever goes wrong, an error of the virtual machine included, is a reason to try again. */
  private Ending runOnce() throws InterruptedException {
    try {
      // An interrupt may have kept the last one's end from being waited for.
      if (!stopEngine()) {
        return new Ending(Cause.FAILED_HOLDING, "the engine has not ended");
      }
      boolean heldElsewhere = prepareSlot();
      return runEngine(heldElsewhere);
    } catch (SQLException e) {
      String message = "the slot " + settings.slotName() + ": " + e.getMessage();
      return SqlFault.isAway(e)
          ? new Ending(Cause.DATABASE_AWAY, e.getMessage())
          : new Ending(Cause.REFUSED, message);
    } catch (Refused e) {
      return new Ending(Cause.REFUSED, e.getMessage());
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      LOG.error("the relay met what it did not expect", e);
      return new Ending(Cause.FAILED_HOLDING, e.toString());
    }
  }

  /** Whether somebody reads the slot already. */
  private boolean prepareSlot() throws SQLException, Refused {
    Slot slot = new Slot(settings.slotName());
    try (Connection connection = connections.open()) {
      server = RelayConnections.server(connection);
      Optional<String> fault = PublishedTables.fault(connection);
      if (fault.isPresent()) {
        throw new Refused(Reconciler.meanwhile(fault.get()));
      }
      if (stuck) {
        slot.evict(connection);
      }
      stuck = false;
      if (slot.ensure(connection)) {
        return true;
      }
      if (state.suspectsSlot()) {
        slot.renew(connection);
        state.slotRenewed();
      }
      return false;
    }
  }

  private Ending runEngine(boolean heldElsewhere) throws InterruptedException {
    health.engineStarted();
    watch =
        new Watch(
            health,
            caughtUp,
            timing.stallAfter(state.failedRuns()),
            timing.idleSlot(),
            System::nanoTime);
    engine =
        new RelayEngine(
            EngineProperties.of(settings, server), new ChangeHandler(sender, health, relayed));
    state.starts();
    engine.start();
    try {
      Ending ending = superviseUntilEnd();
      stuck = ending != null && ending.cause() == Cause.SLOT_STUCK;
      return ending != null
          ? ending
          : new Ending(
              health.isReading() || !heldElsewhere ? Cause.FAILED_HOLDING : Cause.FAILED_WAITING,
              engine.failure().orElse("the engine stopped without a word"));
    } finally {
      stopEngine();
    }
  }

  /** Returns when it has ended, so that there is never a second beside it; false if this closes. */
  private boolean stopEngine() throws InterruptedException {
    if (engine == null) {
      return true;
    }
    if (!engine.close(timing.stop())) {
      String fault =
          "the engine has not ended within %d s; no other is started beside it"
              .formatted(timing.stop().toSeconds());
      LOG.error(fault);
      state.engineLives(fault);
      while (!engine.awaitEnd(FIRST_TICKS_MS)) {
        if (isClosing()) {
          return false;
        }
      }
      LOG.warn("the engine has ended after all");
    }
    // Also when an earlier wait for it was interrupted.
    state.engineEnded();
    engine = null;
    return true;
  }

  /** The verdict on the engine; null if it ended by itself or shall end. */
  private Ending superviseUntilEnd() throws InterruptedException {
    Heartbeat heartbeat = new Heartbeat(settings.slotName(), replica);
    while (!isClosing()) {
      try (Connection connection = connections.open()) {
        while (!isClosing()) {
          if (endsWithin(tick()) || isClosing()) {
            return null;
          }
          boolean reading = health.isReading();
          Pulse pulse = heartbeat.beat(connection, reading);
          watch.look(pulse, reading);
          state.saw(pulse, reading, watch.isCaughtUp());
          if (watch.verdict().isPresent()) {
            return watch.verdict().get();
          }
        }
      } catch (SQLException e) {
        // Without the database there is nothing to judge and nothing to restart for.
        state.databaseLost(e.getMessage());
        if (engine.awaitEnd(2 * FIRST_TICKS_MS)) {
          return null;
        }
      }
    }
    return null;
  }

  /** Whether it does; false before the time is over once this supervisor is to close. */
  private boolean endsWithin(long milliseconds) throws InterruptedException {
    for (long left = milliseconds; left > 0 && !isClosing(); left -= FIRST_TICKS_MS) {
      if (engine.awaitEnd(Math.min(left, FIRST_TICKS_MS))) {
        return true;
      }
    }
    return false;
  }

  /** Looks often until this replica's part is clear. */
  private long tick() {
    return watch.isCaughtUp() || state.role() == SupervisorState.Role.STANDBY
        ? timing.tick().toMillis()
        : FIRST_TICKS_MS;
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }
}
