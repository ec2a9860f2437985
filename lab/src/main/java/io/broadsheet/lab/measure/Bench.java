package io.broadsheet.lab.measure;

import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.EmbeddedKafka;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The servers that all measurements of a run share: PostgreSQL with {@code fsync} on, Kafka and the
 * sandbox without rate limits. Each measurement has its own {@link Paper} on them.
 */
final class Bench implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(40);
  // It keeps every effect in memory, and must not be what is measured.
  private static final List<String> SANDBOX_OPTIONS = List.of("-Xmx600m", "-XX:+UseSerialGC");
  // Statements are counted, and commits have a time. Memory and WAL are a small server's, not a
  // test's: else the disk would be measured.
  private static final List<String> SERVER_OPTIONS =
      List.of(
          "shared_preload_libraries=pg_stat_statements",
          "track_commit_timestamp=on",
          "shared_buffers=512MB",
          "max_wal_size=4GB");

  private final Options options;
  private final EmbeddedPostgreSql postgreSql;
  private final EmbeddedKafka kafka;
  private final ServiceProcess sandbox;

  /**
   * Where and how.
   *
   * @param root the repository, with everything built
   * @param data an empty folder
   * @param postgreSql folder of the server's programs, or where they are to be unpacked
   * @param basePort the first of eight free ports
   * @param javaOptions of both services
   */
  record Options(Path root, Path data, Path postgreSql, int basePort, List<String> javaOptions) {}

  private Bench(
      Options options, EmbeddedPostgreSql postgreSql, EmbeddedKafka kafka, ServiceProcess sandbox) {
    this.options = options;
    this.postgreSql = postgreSql;
    this.kafka = kafka;
    this.sandbox = sandbox;
  }

  /** Starts them. */
  static Bench start(Options options) {
    Path data = options.data();
    EmbeddedKafka kafka =
        EmbeddedKafka.launch(
            new EmbeddedKafka.Settings(
                data.resolve("kafka"),
                data.resolve("kafka.log"),
                options.basePort(),
                options.basePort() + 1));
    EmbeddedPostgreSql postgreSql =
        EmbeddedPostgreSql.start(
            new EmbeddedPostgreSql.Settings(
                data.resolve("postgresql"),
                options.postgreSql(),
                data.resolve("postgresql.log"),
                options.basePort() + 2,
                true,
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString()),
            SERVER_OPTIONS);
    try {
      kafka.awaitReady();
      makeRelayRole(postgreSql);
      return new Bench(options, postgreSql, kafka, startSandbox(options));
    } catch (RuntimeException e) {
      // The other processes end with this one.
      postgreSql.stop();
      throw e;
    }
  }

  /**
   * Before PostgreSQL 16 only a superuser makes a role that may replicate: migrate leaves it so.
   */
  private static void makeRelayRole(EmbeddedPostgreSql postgreSql) {
    try (Connection connection = postgreSql.superuser("postgres");
        var statement = connection.createStatement()) {
      if (connection.getMetaData().getDatabaseMajorVersion() < 16) {
        statement.execute(
            "create role broadsheet_relay login replication password "
                + statement.enquoteLiteral(postgreSql.migratorPassword()));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServiceProcess startSandbox(Options options) {
    int port = options.basePort() + 3;
    List<String> arguments =
        List.of(
            "--port", Integer.toString(port),
            "--data", options.data().resolve("sandbox").toString(),
            "--rate-limits", "off");
    Path jar = options.root().resolve("deploy/sandbox/target/sandbox.jar");
    return new JavaProgram(options, SANDBOX_OPTIONS, "sandbox", jar)
        .run(arguments, Map.of(), port)
        .awaitReady("/sandbox/health");
  }

  private record JavaProgram(Options options, List<String> javaOptions, String name, Path jar) {

    ServiceProcess run(List<String> arguments, Map<String, String> environment, int port) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(javaOptions);
      command.add("-jar");
      command.add(jar.toString());
      command.addAll(arguments);
      Map<String, String> all = new HashMap<>(System.getenv());
      all.keySet().removeIf(variable -> variable.matches("(BROADSHEET|QUARKUS|KAFKA|SANDBOX)_.*"));
      all.putAll(environment);
      return new ServiceProcess(
          ChildProcess.start(name, command, all, options.data().resolve(name + ".log"), GRACE),
          port);
    }
  }

  /**
   * Starts a service.
   *
   * @param name how its log is called
   * @param service {@code generator} or {@code publisher}
   * @param slot which of the services' ports, 0 to 3
   */
  ServiceProcess service(String name, String service, Path configuration, int slot) {
    Path jar = options.root().resolve(service + "-service/target/quarkus-app/quarkus-run.jar");
    return new JavaProgram(options, options.javaOptions(), name, jar)
        .run(
            List.of(),
            Map.of(
                "SMALLRYE_CONFIG_LOCATIONS", configuration.toUri().toString(),
                "QUARKUS_HTTP_PORT", Integer.toString(options.basePort() + 4 + slot)),
            options.basePort() + 4 + slot);
  }

  EmbeddedPostgreSql postgreSql() {
    return postgreSql;
  }

  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Where the sandbox is, without a trailing slash. */
  String sandboxUrl() {
    return "http://127.0.0.1:" + sandbox.port();
  }

  /** The processor time that the sandbox, PostgreSQL with its backends and Kafka have used. */
  Map<String, Duration> processorTimes() {
    Duration postgres =
        postgreSql
            .postmaster()
            .map(
                postmaster ->
                    Stream.concat(Stream.of(postmaster), postmaster.children())
                        .map(backend -> ProcessorTime.of(backend.pid()))
                        .reduce(Duration.ZERO, Duration::plus))
            .orElse(Duration.ZERO);
    return Map.of(
        "sandbox",
        sandbox.processorTime(),
        "PostgreSQL",
        postgres,
        "Kafka",
        ProcessorTime.of(kafka.process().handle().pid()));
  }

  int sandboxPort() {
    return sandbox.port();
  }

  Path data() {
    return options.data();
  }

  Path root() {
    return options.root();
  }

  List<String> javaOptions() {
    return options.javaOptions();
  }

  /** The server's version, such as {@code 18.6}. */
  String serverVersion() {
    try (var connection = postgreSql.superuser("postgres")) {
      return connection.getMetaData().getDatabaseProductVersion();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    sandbox.close();
    kafka.stop();
    postgreSql.stop();
  }
}
