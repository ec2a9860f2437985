package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.relay.Finding.Level;
import io.broadsheet.generator.relay.SupervisorState.Role;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The whole relay of one replica: preflight, supervised engine, reconciler. It waits for a database
 * or broker that cannot be reached, and refuses to work on a faulty configuration.
 */
public final class Relay implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(Relay.class);

  private static final long WAIT_MS = 2_000;

  private final RelaySettings settings;
  private final String replica = Replica.name();
  private final Consumer<ConfigurationFault> refused;
  private final KafkaSender sender;
  private final RelayHealth health = new RelayHealth(System::nanoTime);
  private final SupervisorState state;
  private final LongAdder relayed = new LongAdder();
  private final LongAdder reconciled = new LongAdder();
  private final RelaySupervisor supervisor;
  private final Reconciler reconciler;
  private final Broker broker;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread starter = new Thread(this::startWhenReady, "relay-start");
  private volatile String waitingFor = "the relay has not started yet";
  private volatile boolean started;

  /**
   * @param database the service's own pool
   * @param refused told of a configuration fault that shows only once the database, unreachable at
   *     first, has come up
   */
  public Relay(RelaySettings settings, Database database, Consumer<ConfigurationFault> refused) {
    this(settings, RelayTiming.DEFAULT, database, refused);
  }

  Relay(
      RelaySettings settings,
      RelayTiming timing,
      Database database,
      Consumer<ConfigurationFault> refused) {
    this.settings = settings;
    this.refused = refused;
    this.sender = new KafkaSender(settings.bootstrapServers());
    this.state = new SupervisorState(timing.patience(), System::nanoTime);
    this.reconciler =
        new Reconciler(settings, timing.grace(), replica, database, sender::send, reconciled);
    this.supervisor =
        new RelaySupervisor(
            settings, timing, replica, sender, health, state, relayed, reconciler::streamedUpTo);
    this.broker = new Broker(settings.bootstrapServers());
    starter.setDaemon(true);
  }

  /**
   * Checks the configuration and begins; what cannot be reached is waited for in the background.
   *
   * @throws ConfigurationFault if the database answers and refuses
   */
  public void start() {
    look();
    starter.start();
  }

  /** In {@code poll} mode: messages stand ready. In {@code cdc} mode the WAL tells. */
  public void wake() {
    if (started && !settings.cdc()) {
      reconciler.wake();
    }
  }

  /** Stops in order and frees the slot, so that another replica takes over at once. */
  @Override
  public void close() {
    closing.countDown();
    reconciler.close();
    // An engine that waits for Kafka cannot be stopped; without its sender it ends by itself.
    if (health.waitingForKafka().compareTo(Duration.ZERO) > 0) {
      sender.close();
    }
    if (settings.cdc() && started) {
      supervisor.close();
    }
    sender.close();
  }

  /** What this replica knows, from memory. */
  public RelayStatus status() {
    return new RelayStatus(
        settings.mode(),
        role().name().toLowerCase(Locale.ROOT),
        replica,
        state.holder().orElse(null),
        settings.cdc() ? settings.slotName() : null,
        health.lastHeartbeatAt().orElse(null),
        health.heartbeatAge().map(Duration::toMillis).orElse(null),
        health.waitingForKafka().toMillis(),
        relayed.sum(),
        reconciled.sum(),
        state.restarts(),
        readinessFault().or(state::lastError).orElse(null));
  }

  /** Why this replica is not ready to relay or to take over, empty if it is. */
  public Optional<String> readinessFault() {
    if (!started) {
      return Optional.of(waitingFor);
    }
    return role() == Role.STOPPED
        ? Optional.of("the relay is starting: " + state.lastError().orElse("no slot yet"))
        : Optional.empty();
  }

  /** Whether only a new process can help. */
  public boolean isBeyondRepair() {
    return state.isBeyondRepair();
  }

  private Role role() {
    if (settings.cdc()) {
      return state.role();
    }
    return started ? Role.ACTIVE : Role.STOPPED;
  }

  private void startWhenReady() {
    try {
      boolean done = startIfReady();
      while (!done && !closing.await(WAIT_MS, TimeUnit.MILLISECONDS)) {
        done = startIfReady();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False if there is something to wait for. */
  private boolean startIfReady() {
    try {
      Optional<String> fault = look().or(() -> firstToWaitFor(broker.look()));
      if (fault.isEmpty()) {
        begin();
        return true;
      }
      if (!fault.get().equals(waitingFor)) {
        LOG.warn(fault.get());
      }
      waitingFor = fault.get();
      return false;
    } catch (ConfigurationFault fault) {
      waitingFor = fault.getMessage();
      refused.accept(fault);
      return true;
    } catch (RuntimeException | Error e) {
      String fault = "the relay could not look at what it relies on; it looks again: " + e;
      if (!fault.equals(waitingFor)) {
        LOG.error(fault, e);
      }
      waitingFor = fault;
      return started;
    }
  }

  private synchronized void begin() {
    if (closing.getCount() == 0) {
      return;
    }
    started = true;
    reconciler.start();
    if (settings.cdc()) {
      supervisor.start();
    }
  }

  /** What to wait for in the database, empty if nothing. */
  private Optional<String> look() {
    if (!settings.cdc()) {
      return Optional.empty();
    }
    List<Finding> findings = new Preflight(settings, new RelayConnections(settings)).look();
    List<Finding> errors = findings.stream().filter(f -> f.is(Level.ERROR)).toList();
    Optional<String> wait = firstToWaitFor(findings);
    // A standby or a server that is away is looked at as a whole when it has become a primary.
    if (!errors.isEmpty() && wait.isEmpty()) {
      throw new ConfigurationFault(
          errors.get(0).subject(),
          Stream.concat(
                  Stream.of(errors.get(0).rest()), errors.stream().skip(1).map(Finding::sentence))
              .collect(Collectors.joining(". Besides: ")));
    }
    return wait;
  }

  /** What keeps the relay waiting; warnings are told once. */
  private Optional<String> firstToWaitFor(List<Finding> findings) {
    findings.stream()
        .filter(finding -> finding.is(Level.WARNING))
        .map(Finding::sentence)
        .filter(warned::add)
        .forEach(LOG::warn);
    return findings.stream()
        .filter(finding -> finding.is(Level.WAITS))
        .map(Finding::sentence)
        .findFirst();
  }
}
