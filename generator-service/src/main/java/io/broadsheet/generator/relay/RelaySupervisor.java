package io.broadsheet.generator.relay;

import io.broadsheet.generator.relay.Heartbeat.Pulse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Keeps an engine running: starts it, watches its heartbeat, and restarts it with back-off after
 * any stop, error or stall. In every replica but one the engine waits for the slot, quietly.
 */
final class RelaySupervisor implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(RelaySupervisor.class);

  private static final long TICK_MS = 2_000;
  private static final long FIRST_TICKS_MS = 250;
  private static final Duration STALL = Duration.ofSeconds(10);
  private static final Duration IDLE_SLOT = Duration.ofSeconds(20);
  private static final Duration BACK_OFF_MIN = Duration.ofMillis(500);
  private static final Duration BACK_OFF_MAX = Duration.ofSeconds(30);

  private final RelaySettings settings;
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

  /**
   * @param replica what this replica's engine calls itself; no other replica's may be the same
   * @param relayed counts what Kafka has acknowledged to the engine
   * @param caughtUp told, after each start or take-over, the time of the first heartbeat that came
   *     back: everything older has been streamed
   */
  RelaySupervisor(
      RelaySettings settings,
      String replica,
      KafkaSender sender,
      RelayHealth health,
      SupervisorState state,
      LongAdder relayed,
      Consumer<OffsetDateTime> caughtUp) {
    this.settings = settings;
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
      thread.join(TimeUnit.SECONDS.toMillis(15));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    Duration backOff = BACK_OFF_MIN;
    try {
      while (!isClosing()) {
        try {
          runEngineOnce();
        } catch (RuntimeException e) {
          state.failed(e.toString());
        }
        if (isClosing()) {
          break;
        }
        backOff = state.restarting(BACK_OFF_MIN, backOff, BACK_OFF_MAX);
        if (closing.await(backOff.toMillis(), TimeUnit.MILLISECONDS)) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    state.stopped();
  }

  private void runEngineOnce() throws InterruptedException {
    try (Connection connection = connections.open()) {
      new Slot(settings.slotName()).ensure(connection);
    } catch (SQLException e) {
      failedInDatabase("making the slot " + settings.slotName(), e);
      return;
    }
    health.engineStarted();
    watch = new Watch(health, caughtUp, STALL, IDLE_SLOT);
    RelayEngine engine =
        new RelayEngine(EngineProperties.of(settings), new ChangeHandler(sender, health, relayed));
    engine.start();
    try {
      superviseUntilEnd(engine);
    } finally {
      engine.close();
    }
  }

  private void superviseUntilEnd(RelayEngine engine) throws InterruptedException {
    Heartbeat heartbeat = new Heartbeat(settings.slotName(), replica);
    while (!isClosing()) {
      try (Connection connection = connections.open()) {
        while (!isClosing()) {
          if (engine.awaitEnd(tick())) {
            state.failed(engine.failure().orElse("the engine stopped without a word"));
            return;
          }
          boolean reading = health.isReading();
          Pulse pulse = heartbeat.beat(connection, reading);
          watch.look(pulse, reading);
          state.saw(pulse, reading, watch.isCaughtUp());
          if (watch.verdict().isPresent()) {
            state.failed(watch.verdict().get());
            LOG.warnf("the relay's engine is restarted: %s", watch.verdict().get());
            return;
          }
        }
      } catch (SQLException e) {
        // Without the database there is nothing to judge and nothing to restart for.
        failedInDatabase("the heartbeat", e);
        if (engine.awaitEnd(FIRST_TICKS_MS)) {
          return;
        }
        closing.await(BACK_OFF_MIN.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  private void failedInDatabase(String what, SQLException e) {
    String code = e.getSQLState();
    // 08: connection exceptions; 57P: the server shuts down or starts.
    if (code == null || code.startsWith("08") || code.startsWith("57P")) {
      state.databaseLost(e.getMessage());
    } else {
      state.refused(what + ": " + e.getMessage());
    }
  }

  /** Looks often until this replica's part is clear. */
  private long tick() {
    return watch.isCaughtUp() || state.role() == SupervisorState.Role.STANDBY
        ? TICK_MS
        : FIRST_TICKS_MS;
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }
}
