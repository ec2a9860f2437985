package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.relay.SupervisorState.Role;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The whole relay of one replica: preflight, supervised engine, reconciler. It waits for a database
 * or broker that cannot be reached, and refuses to work on a faulty configuration. What keeps only
 * the stream from running does not keep the reconciler.
 */
public final class Relay implements AutoCloseable {

  private final RelaySettings settings;
  private final String replica = Replica.name();
  private final KafkaSender sender;
  private final RelayHealth health = new RelayHealth(System::nanoTime);
  private final SupervisorState state;
  private final LongAdder relayed = new LongAdder();
  private final LongAdder reconciled = new LongAdder();
  private final RelaySupervisor supervisor;
  private final Reconciler reconciler;
  private final RelayStart start;

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
    this.sender = new KafkaSender(settings.bootstrapServers());
    this.state = new SupervisorState(timing.patience(), System::nanoTime);
    this.reconciler =
        new Reconciler(settings, timing.grace(), replica, database, sender::send, reconciled);
    this.supervisor =
        new RelaySupervisor(
            settings, timing, replica, sender, health, state, relayed, reconciler::streamedUpTo);
    Broker broker = new Broker(settings.bootstrapServers());
    this.start =
        new RelayStart(
            () -> look(settings, database),
            broker::look,
            reconciler::start,
            this::startStream,
            settings.cdc() ? Reconciler::meanwhile : UnaryOperator.identity(),
            refused);
  }

  private void startStream() {
    if (settings.cdc()) {
      supervisor.start();
    }
  }

  /**
   * Checks the configuration and begins; what cannot be reached is waited for in the background.
   *
   * @throws ConfigurationFault if the database answers and refuses
   */
  public void start() {
    start.begin();
  }

  /** In {@code poll} mode: messages stand ready. In {@code cdc} mode the WAL tells. */
  public void wake() {
    if (start.isReconciling() && !settings.cdc()) {
      reconciler.wake();
    }
  }

  /** Stops in order and frees the slot, so that another replica takes over at once. */
  @Override
  public void close() {
    start.close();
    reconciler.close();
    // An engine that waits for Kafka cannot be stopped; without its sender it ends by itself.
    if (health.waitingForKafka().compareTo(Duration.ZERO) > 0) {
      sender.close();
    }
    if (settings.cdc() && start.isWhole()) {
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
        readinessFault().or(sender::fault).or(state::lastError).orElse(null));
  }

  /** Why this replica is not ready to relay or to take over, empty if it is. */
  public Optional<String> readinessFault() {
    Optional<String> waitingFor = start.waitingFor();
    if (waitingFor.isPresent()) {
      return waitingFor;
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
    return start.isWhole() ? Role.ACTIVE : Role.STOPPED;
  }

  private static List<Finding> look(RelaySettings settings, Database database) {
    return settings.cdc()
        ? new Preflight(settings, new RelayConnections(settings)).look()
        : new PollPreflight(settings.slotName(), database).look();
  }
}
