package io.broadsheet.publisher.replay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.QuietPoll;
import io.broadsheet.publisher.delivery.DueSignals;
import io.broadsheet.publisher.delivery.Press;
import io.broadsheet.publisher.inbox.DeadLetters;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Runs replays, one after the other, and takes over those of a replica that is gone. While broker
 * or database are away a replay waits and goes on from where it was. At rest it looks as seldom as
 * the deliveries do.
 */
@ApplicationScoped
class ReplayWatch {

  private static final Logger LOG = Logger.getLogger(ReplayWatch.class);
  private static final long FIRST_WAIT_MS = 500;
  private static final long LONGEST_WAIT_MS = 5_000;
  private static final long LONGEST_STOP_MS = 3_000;

  private final Database database;
  private final DeadLetters deadLetters;
  private final DueSignals signals;
  private final Map<String, Object> kafka;
  private final Config config;
  private final Semaphore wanted = new Semaphore(1);
  private final Thread thread = new Thread(this::watch, "replay");
  private ReplayLeases leases;
  private RunReplay runReplay;
  private Duration slowPoll;
  private volatile boolean stopping;
  private long wait = FIRST_WAIT_MS;

  ReplayWatch(
      Database database,
      DeadLetters deadLetters,
      DueSignals signals,
      @Identifier("default-kafka-broker") Map<String, Object> kafka,
      Config config) {
    this.database = database;
    this.deadLetters = deadLetters;
    this.signals = signals;
    this.kafka = kafka;
    this.config = config;
  }

  void start(@Observes StartupEvent event) {
    try {
      slowPoll = Press.slowPoll(config);
      leases = new ReplayLeases(database, Press.replicaName());
      runReplay =
          new RunReplay(
              new ReplayConsumers(kafka, config),
              leases,
              new FillGaps(database, MaxAges.read(config)),
              deadLetters,
              signals);
    } catch (ConfigurationFault fault) {
      // Of all exceptions Quarkus logs this one without a stack trace.
      throw new ConfigurationException("The configuration is at fault: " + fault.getMessage());
    }
    thread.start();
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    stopping = true;
    wanted.release();
    thread.join(LONGEST_STOP_MS);
    thread.interrupt();
  }

  /** Asks for a look at once: a replay has come in. */
  void lookNow() {
    wanted.release();
  }

  private void watch() {
    try {
      Duration pause = Duration.ZERO;
      while (!stopping) {
        if (wanted.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          wanted.drainPermits();
        }
        pause = stopping ? Duration.ZERO : look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How long to rest before the next look. */
  private Duration look() {
    HeldReplay replay = null;
    try {
      ReplayLeases.Look look = leases.take();
      if (look.held().isEmpty()) {
        wait = FIRST_WAIT_MS;
        // Another replica reads one; should it die, its lease ends by then.
        Duration quiet = QuietPoll.untilNext(slowPoll, Instant.now());
        return look.open() && quiet.compareTo(ReplayLeases.LENGTH) > 0
            ? ReplayLeases.LENGTH
            : quiet;
      }
      replay = look.held().get();
      LOG.infof("replay %s is read", replay.id());
      RunReplay.End end = runReplay.run(replay, () -> stopping);
      LOG.infof("replay %s: %s", replay.id(), end);
      wait = FIRST_WAIT_MS;
      return Duration.ZERO;
    } catch (RuntimeException | Error e) {
      // Whatever it was: a thread that ended would leave every later replay waiting.
      return afterFailure(replay, e);
    }
  }

  private Duration afterFailure(HeldReplay replay, Throwable failure) {
    if (wait == FIRST_WAIT_MS) {
      LOG.warnf("replays wait: %s", failure.getMessage());
    }
    if (replay != null && !stopping) {
      try {
        leases.waits(replay, String.valueOf(failure.getMessage()));
      } catch (RuntimeException e) {
        LOG.debugf("the reason of the wait is not written: %s", e.getMessage());
      }
    }
    Duration pause = Duration.ofMillis(wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    return pause;
  }
}
