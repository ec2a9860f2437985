package io.broadsheet.lab.chaos;

import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.EmbeddedKafka;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.local.ChildEnvironment;
import io.broadsheet.local.Installation;
import io.broadsheet.local.JavaCommand;
import io.broadsheet.local.Readiness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** The processes of a run: one database, one broker, one sandbox, replicas of both services. */
final class ChaosStack implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Installation installation;
  private final Path data;
  private final ChaosPorts ports;
  private final ChaosPaper paper;
  private final Map<String, String> passwords = new HashMap<>();
  private final EmbeddedPostgreSql.Settings postgreSqlSettings;
  private final EmbeddedKafka.Settings kafkaSettings;
  private final List<Replica> generators = new ArrayList<>();
  private final List<Replica> publishers = new ArrayList<>();
  private volatile EmbeddedPostgreSql postgreSql;
  private volatile EmbeddedKafka kafka;
  private ChildProcess sandbox;

  ChaosStack(Installation installation, Path data, ChaosPorts ports, ChaosPaper paper) {
    this.installation = installation;
    this.data = data;
    this.ports = ports;
    this.paper = paper;
    for (String role : List.of("postgres", "migrator", "generator", "publisher", "relay")) {
      passwords.put(role, UUID.randomUUID().toString());
    }
    this.postgreSqlSettings =
        new EmbeddedPostgreSql.Settings(
            data.resolve("postgresql"),
            data.resolve("binaries"),
            log("postgresql"),
            ports.postgresql(),
            false,
            passwords.get("postgres"),
            passwords.get("migrator"));
    this.kafkaSettings =
        new EmbeddedKafka.Settings(
            data.resolve("kafka"), log("kafka"), ports.kafka(), ports.kafkaController());
  }

  private Path log(String name) {
    return data.resolve("log").resolve(name + ".log");
  }

  /** Starts everything and returns when every replica answers. */
  void start() {
    ports.requireFree();
    try {
      Files.createDirectories(data.resolve("log"));
      Files.createDirectories(data.resolve("config"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    launchKafka();
    startPostgreSql();
    startSandbox();
    kafka.awaitReady();
    Migrate.run(migrateSettings());
    List<ChildProcess> services = new ArrayList<>();
    for (int i = 0; i < ports.replicas(); i++) {
      publishers.add(replica("publisher", i, ports.publisher(i), Map.of()));
      generators.add(replica("generator", i, ports.generator(i), relay()));
    }
    for (int i = 0; i < ports.replicas(); i++) {
      publishers.get(i).start();
      services.add(generators.get(i).start());
      Readiness.await(publishers.get(i).start(), live(ports.publisher(i)));
      Readiness.await(services.get(i), live(ports.generator(i)));
    }
  }

  private static String live(int port) {
    return url(port) + "/q/health/live";
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  void startPostgreSql() {
    postgreSql = EmbeddedPostgreSql.start(postgreSqlSettings);
  }

  void launchKafka() {
    kafka = EmbeddedKafka.launch(kafkaSettings);
  }

  /**
   * Checks that a fault has a broker to hit.
   *
   * @throws IllegalStateException if it has ended by itself
   */
  void requireKafka() {
    if (!kafka.process().isAlive()) {
      throw new IllegalStateException("the broker had ended by itself");
    }
  }

  /**
   * Checks that a fault has a database server to hit.
   *
   * @throws IllegalStateException if it has ended by itself
   */
  void requirePostgreSql() {
    if (postgreSql.postmaster().isEmpty()) {
      throw new IllegalStateException("the database server had ended by itself");
    }
  }

  /**
   * Starts whatever does not run.
   *
   * @return what that was: where no fault is under way, it has ended by itself
   */
  List<String> startMissing() {
    List<String> missing = new ArrayList<>();
    if (postgreSql.postmaster().isEmpty()) {
      missing.add("the database server");
      startPostgreSql();
    }
    if (!kafka.process().isAlive()) {
      missing.add("the broker");
      launchKafka();
      kafka.awaitReady();
    }
    Stream.of(generators, publishers)
        .flatMap(List::stream)
        .filter(Replica::startIfDown)
        .map(Replica::name)
        .forEach(missing::add);
    return missing;
  }

  /** Where each replica can be asked how it is, by its name. */
  Map<String, String> urls() {
    Map<String, String> urls = new TreeMap<>();
    for (int i = 0; i < ports.replicas(); i++) {
      urls.put(generators.get(i).name(), url(ports.generator(i)));
      urls.put(publishers.get(i).name(), url(ports.publisher(i)));
    }
    return urls;
  }

  private void startSandbox() {
    sandbox =
        ChildProcess.start(
            "sandbox",
            JavaCommand.largeSandbox(
                installation.sandbox(),
                ports.sandbox(),
                data.resolve("sandbox"),
                // The faults are the run's own.
                "--rate-limits=off",
                "--vk-daily-posts=0",
                "--mastodon-rate=0",
                "--bluesky-points=0",
                "--bluesky-sessions=0"),
            ChildEnvironment.of(System.getenv(), true),
            log("sandbox"),
            GRACE);
    Readiness.await(sandbox, ports.sandboxUrl() + "/sandbox/health");
  }

  private MigrateSettings migrateSettings() {
    return new MigrateSettings(
        jdbcUrl(),
        EmbeddedPostgreSql.MIGRATOR,
        passwords.get("migrator"),
        passwords.get("generator"),
        passwords.get("publisher"),
        passwords.get("relay"),
        true,
        MigrateSettings.DEFAULT_SLOT,
        ports.bootstrapServers(),
        3,
        (short) 1,
        Duration.ofDays(365));
  }

  private Replica replica(String service, int number, int port, Map<String, String> more) {
    Map<String, String> own = new HashMap<>(more);
    own.put("quarkus.http.host", "127.0.0.1");
    own.put("quarkus.http.port", Integer.toString(port));
    own.put(
        "quarkus.datasource.reactive.url",
        "postgresql://127.0.0.1:" + ports.postgresql() + "/" + EmbeddedPostgreSql.DATABASE);
    own.put("quarkus.datasource.username", "broadsheet_" + service);
    own.put("quarkus.datasource.password", passwords.get(service));
    own.put("kafka.bootstrap.servers", ports.bootstrapServers());
    String name = service + "-" + (number + 1);
    Path configuration = data.resolve("config").resolve(name + ".properties");
    paper.write(configuration, own);
    Map<String, String> environment = ChildEnvironment.of(System.getenv(), true);
    environment.put("SMALLRYE_CONFIG_LOCATIONS", configuration.toUri().toString());
    return new Replica(
        name,
        JavaCommand.service(installation.service(service), "-Dquarkus.profile=lab"),
        environment,
        log(name));
  }

  private Map<String, String> relay() {
    return Map.of(
        "broadsheet.relay.url", jdbcUrl(),
        "broadsheet.relay.user", "broadsheet_relay",
        "broadsheet.relay.password", passwords.get("relay"));
  }

  private String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + ports.postgresql() + "/" + EmbeddedPostgreSql.DATABASE;
  }

  List<Replica> generators() {
    return generators;
  }

  List<Replica> publishers() {
    return publishers;
  }

  EmbeddedKafka kafka() {
    return kafka;
  }

  EmbeddedPostgreSql postgreSql() {
    return postgreSql;
  }

  ChaosPorts ports() {
    return ports;
  }

  /** A connection as the database's owner. The caller closes it. */
  Connection owner() throws SQLException {
    return postgreSql.migrator(EmbeddedPostgreSql.DATABASE);
  }

  /** Ends everything, services first. */
  @Override
  public void close() {
    List<Thread> ends = new ArrayList<>();
    for (List<Replica> replicas : List.of(generators, publishers)) {
      for (Replica replica : replicas) {
        Thread end = new Thread(replica::terminate, "end-" + replica.name());
        end.start();
        ends.add(end);
      }
    }
    for (Thread end : ends) {
      try {
        end.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (sandbox != null) {
      sandbox.stop();
    }
    if (kafka != null) {
      kafka.stop();
    }
    EmbeddedPostgreSql.stopOn(postgreSqlSettings.dataDirectory(), postgreSqlSettings.binaries());
  }
}
