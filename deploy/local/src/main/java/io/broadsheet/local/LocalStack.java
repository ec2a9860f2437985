package io.broadsheet.local;

import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.EmbeddedKafka;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.embedded.LogTail;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stack's processes. They start in three steps, each at the same time within itself: database,
 * broker and sandbox; the migrations; both services. They stop the other way round, so that the
 * services can finish what is in flight.
 */
final class LocalStack {
  // A service drains for up to 30 s.
  private static final Duration SERVICE_GRACE = Duration.ofSeconds(40);
  private static final Duration SANDBOX_GRACE = Duration.ofSeconds(10);

  private static final List<String> SERVICES = List.of("generator", "publisher");
  private static final List<String> BELOW_SERVICES = List.of("sandbox", "kafka");

  private final Installation installation;
  private final DataDirectory data;
  private final Ports ports;
  private final boolean withSandbox;
  private final Progress progress;
  private final Map<String, ChildProcess> children = new HashMap<>();
  private final Object databaseLock = new Object();
  private boolean stopping;

  LocalStack(
      Installation installation,
      DataDirectory data,
      Ports ports,
      boolean withSandbox,
      Progress progress) {
    this.installation = installation;
    this.data = data;
    this.ports = ports;
    this.withSandbox = withSandbox;
    this.progress = progress;
  }

  /** Ends what an earlier launcher left, in the order of {@link #stop()}. */
  void endLeftovers() {
    List<ProcessRecord> left = ProcessRecord.in(data.run());
    for (List<String> tier : List.of(SERVICES, BELOW_SERVICES)) {
      List<ProcessRecord> ofTier =
          left.stream().filter(record -> tier.contains(record.name())).toList();
      ofTier.stream()
          .filter(ProcessRecord::isRunning)
          .forEach(record -> progress.say(record.name(), "ends: an earlier run left it"));
      ofTier.forEach(ProcessRecord::requestEnd);
      ofTier.forEach(ProcessRecord::awaitEnd);
    }
    EmbeddedPostgreSql.stopOn(data.postgresql(), data.binaries());
  }

  /**
   * Starts everything and returns when the generator answers; the publisher may need a moment more.
   *
   * @throws UpFailed if something does not start; the caller then stops the rest
   */
  void start(Secrets secrets, PaperConfiguration paper) {
    ServiceConfiguration configuration = new ServiceConfiguration(data, ports, secrets, paper);
    Together.run(() -> startDatabase(secrets), this::startKafka, this::startSandbox);
    Migrate.run(configuration.migrate());
    progress.say("migrate", "done: schemas, roles, slot and topics");
    Path generator = configuration.writeGenerator();
    Path publisher = configuration.writePublisher();
    ChildProcess press = launchService("publisher", publisher);
    if (withSandbox) {
      // Not waited for: the generator writes meanwhile. Should it end, requireAlive tells.
      Together.inBackground(() -> awaitService(press, ports.publisher()));
    } else {
      // It checks the targets, and writers cost money.
      awaitService(press, ports.publisher());
    }
    ChildProcess newsroom = launchService("generator", generator);
    awaitService(newsroom, ports.generator());
  }

  private void startDatabase(Secrets secrets) {
    synchronized (databaseLock) {
      refuseWhenStopping();
      EmbeddedPostgreSql.start(
          new EmbeddedPostgreSql.Settings(
              data.postgresql(),
              data.binaries(),
              data.log("postgresql"),
              ports.postgresql(),
              true,
              secrets.of("postgres"),
              secrets.of("migrator")));
    }
    progress.say("postgresql", "ready at 127.0.0.1:" + ports.postgresql());
  }

  private void startKafka() {
    EmbeddedKafka kafka;
    synchronized (children) {
      refuseWhenStopping();
      kafka =
          EmbeddedKafka.launch(
              new EmbeddedKafka.Settings(
                  data.kafka(), data.log("kafka"), ports.kafka(), ports.kafkaController()));
      own(kafka.process(), data.kafka().resolve("server.properties").toString());
    }
    kafka.awaitReady();
    progress.say("kafka", "ready at " + kafka.bootstrapServers());
  }

  private void startSandbox() {
    if (!withSandbox) {
      return;
    }
    ChildProcess sandbox =
        launch(
            "sandbox",
            JavaCommand.sandbox(installation.sandbox(), ports.sandbox(), data.sandbox()),
            Map.of(),
            SANDBOX_GRACE,
            data.sandbox().toString());
    Readiness.await(sandbox, ports.sandboxUrl() + "/sandbox/health");
    progress.say("sandbox", "ready at " + ports.sandboxUrl());
  }

  private ChildProcess launchService(String name, Path configuration) {
    String marker = "-Dbroadsheet.data=" + data.root();
    return launch(
        name,
        JavaCommand.service(installation.service(name), marker),
        Map.of("SMALLRYE_CONFIG_LOCATIONS", configuration.toUri().toString()),
        SERVICE_GRACE,
        marker);
  }

  private void awaitService(ChildProcess service, int port) {
    Readiness.await(service, "http://127.0.0.1:" + port + "/q/health/live");
    progress.say(service.name(), "up at http://127.0.0.1:" + port);
  }

  private ChildProcess launch(
      String name, List<String> command, Map<String, String> extra, Duration grace, String marker) {
    Map<String, String> environment = ChildEnvironment.of(System.getenv(), withSandbox);
    environment.putAll(extra);
    synchronized (children) {
      refuseWhenStopping();
      ChildProcess process = ChildProcess.start(name, command, environment, data.log(name), grace);
      own(process, marker);
      return process;
    }
  }

  private void own(ChildProcess process, String marker) {
    children.put(process.name(), process);
    ProcessRecord.write(data.run(), process, marker);
  }

  private void refuseWhenStopping() {
    synchronized (children) {
      if (stopping) {
        throw new UpFailed("Stopped while it was starting.");
      }
    }
  }

  /**
   * Checks that every process still runs.
   *
   * @throws UpFailed naming the one that has ended
   */
  void requireAlive() {
    synchronized (children) {
      for (ChildProcess child : children.values()) {
        if (!child.isAlive() && !stopping) {
          throw new UpFailed(
              child.name()
                  + " has ended with exit code "
                  + child.exitCode()
                  + ". "
                  + child.log()
                  + " ends:\n  "
                  + LogTail.of(child.log()));
        }
      }
    }
  }

  /** Stops everything in order; again does nothing. */
  void stop() {
    synchronized (children) {
      if (!stopping && !children.isEmpty()) {
        progress.say("stack", "stops: services first, then Kafka and PostgreSQL");
      }
      stopping = true;
    }
    stopTogether(SERVICES);
    stopTogether(BELOW_SERVICES);
    synchronized (databaseLock) {
      EmbeddedPostgreSql.stopOn(data.postgresql(), data.binaries());
    }
  }

  private void stopTogether(List<String> names) {
    List<Thread> stops = new ArrayList<>();
    for (String name : names) {
      ChildProcess child;
      synchronized (children) {
        child = children.get(name);
      }
      if (child != null) {
        Thread stop = new Thread(() -> stop(child), "stop-" + name);
        stop.start();
        stops.add(stop);
      }
    }
    for (Thread stop : stops) {
      try {
        stop.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void stop(ChildProcess child) {
    child.stop();
    ProcessRecord.remove(data.run(), child);
  }
}
