package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.relay.Finding.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Starts the relay's parts as soon as what each relies on is there: the reconciler, which works
 * over the service's pool, with Kafka; the rest when the database has been looked at too. A fault
 * of the configuration stops the start.
 */
final class RelayStart implements AutoCloseable {

  // Of the relay as a whole: this is only its start.
  private static final Logger LOG = Logger.getLogger(Relay.class);

  private static final long WAIT_MS = 2_000;

  private final Supplier<List<Finding>> database;
  private final Supplier<List<Finding>> kafka;
  private final Runnable reconcile;
  private final Runnable stream;
  private final UnaryOperator<String> meanwhile;
  private final Consumer<ConfigurationFault> refused;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::startWhenReady, "relay-start");
  private volatile String waitingFor = "the relay has not started yet";
  private volatile boolean reconciling;
  private volatile boolean whole;

  /**
   * @param database looks at it
   * @param kafka looks at it
   * @param reconcile starts the reconciler
   * @param stream starts the rest
   * @param meanwhile adds to what is waited for what it means while only the reconciler works
   * @param refused told of a configuration fault that shows only once the database, unreachable at
   *     first, has come up
   */
  RelayStart(
      Supplier<List<Finding>> database,
      Supplier<List<Finding>> kafka,
      Runnable reconcile,
      Runnable stream,
      UnaryOperator<String> meanwhile,
      Consumer<ConfigurationFault> refused) {
    this.database = database;
    this.kafka = kafka;
    this.reconcile = reconcile;
    this.stream = stream;
    this.meanwhile = meanwhile;
    this.refused = refused;
    thread.setDaemon(true);
  }

  /**
   * Looks at the database and begins; what cannot be reached is waited for in the background.
   *
   * @throws ConfigurationFault if the database answers and refuses
   */
  void begin() {
    lookAtDatabase();
    thread.start();
  }

  /** Nothing is started any more. */
  @Override
  public synchronized void close() {
    closing.countDown();
  }

  /** Whether the reconciler has been started. */
  boolean isReconciling() {
    return reconciling;
  }

  /** Whether everything has been started. */
  boolean isWhole() {
    return whole;
  }

  /** What the rest is waiting for; empty once everything has been started. */
  Optional<String> waitingFor() {
    return whole ? Optional.empty() : Optional.of(waitingFor);
  }

  private void startWhenReady() {
    try {
      boolean done = startWhatIsReady();
      while (!done && !closing.await(WAIT_MS, TimeUnit.MILLISECONDS)) {
        done = startWhatIsReady();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False if there is something to wait for. */
  private boolean startWhatIsReady() {
    try {
      // First, for a database that is silent takes long to be looked at, and the pool may work.
      Optional<String> kafkaFault = reconciling ? Optional.empty() : firstToWaitFor(kafka.get());
      if (kafkaFault.isEmpty()) {
        beginToReconcile();
      }
      Optional<String> databaseFault = lookAtDatabase();
      if (kafkaFault.isEmpty() && databaseFault.isEmpty()) {
        beginToStream();
        return true;
      }
      String fault =
          Stream.of(databaseFault, kafkaFault)
              .flatMap(Optional::stream)
              .collect(Collectors.joining(". Besides: "));
      waitFor(reconciling ? meanwhile.apply(fault) : fault);
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
      return whole;
    }
  }

  private void waitFor(String fault) {
    if (!fault.equals(waitingFor)) {
      LOG.warn(fault);
    }
    waitingFor = fault;
  }

  private synchronized void beginToReconcile() {
    if (closing.getCount() > 0 && !reconciling) {
      reconciling = true;
      reconcile.run();
    }
  }

  private synchronized void beginToStream() {
    if (closing.getCount() > 0) {
      whole = true;
      stream.run();
    }
  }

  /** What to wait for in the database, empty if nothing. */
  private Optional<String> lookAtDatabase() {
    List<Finding> findings = database.get();
    Optional<String> wait = firstToWaitFor(findings);
    List<Finding> errors = findings.stream().filter(f -> f.is(Level.ERROR)).toList();
    // A standby or a server that is away is looked at as a whole when it has become a primary.
    if (!errors.isEmpty() && wait.isEmpty()) {
      throw refusal(
          errors.get(0),
          Stream.concat(
              errors.stream().skip(1), findings.stream().filter(f -> f.is(Level.TABLE_ONLY))));
    }
    return wait;
  }

  private static ConfigurationFault refusal(Finding first, Stream<Finding> besides) {
    return new ConfigurationFault(
        first.subject(),
        Stream.concat(Stream.of(first.rest()), besides.map(Finding::sentence))
            .collect(Collectors.joining(". Besides: ")));
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
