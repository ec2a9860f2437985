package io.broadsheet.generator.testing;

import io.broadsheet.embedded.EmbeddedKafka;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.embedded.FreePorts;
import io.broadsheet.embedded.TestStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A PostgreSQL, and a Kafka unless the shared one serves, that a test class has to itself, to stop
 * and start as it likes.
 */
public final class OwnServers implements AutoCloseable {

  private final Path folder = temporaryFolder();
  private final List<String> options;
  private final EmbeddedPostgreSql.Settings postgreSqlSettings = settings("postgresql");
  private final EmbeddedKafka.Settings kafkaSettings =
      new EmbeddedKafka.Settings(
          folder.resolve("kafka"), folder.resolve("kafka.log"), FreePorts.next(), FreePorts.next());
  private EmbeddedPostgreSql postgreSql;
  private EmbeddedPostgreSql standby;
  private EmbeddedKafka kafka;

  private OwnServers(List<String> options) {
    this.options = options;
  }

  /** Starts both. */
  public static OwnServers start(String... postgreSqlOptions) {
    OwnServers servers = new OwnServers(List.of(postgreSqlOptions));
    servers.kafka = EmbeddedKafka.launch(servers.kafkaSettings);
    servers.startAgain();
    servers.kafka.awaitReady();
    return servers;
  }

  /** Starts a PostgreSQL, whose databases go with the shared Kafka. */
  public static OwnServers startPostgreSql(String... options) {
    OwnServers servers = new OwnServers(List.of(options));
    servers.startAgain();
    return servers;
  }

  /** The database server, as it was last started. */
  public EmbeddedPostgreSql postgreSql() {
    return postgreSql;
  }

  /** Starts a standby of the database server, once. */
  public EmbeddedPostgreSql startStandby() {
    standby = EmbeddedPostgreSql.startStandby(settings("standby"), postgreSql, options);
    return standby;
  }

  /** What clients connect to. */
  public String bootstrapServers() {
    return kafka == null ? TestStack.shared().bootstrapServers() : kafka.bootstrapServers();
  }

  /** A migrated database on them. */
  public MigratedDatabase migratedDatabase() {
    return MigratedDatabase.on(postgreSql, bootstrapServers());
  }

  /** The same without a slot, as a server that decodes no WAL can have it. */
  public MigratedDatabase migratedDatabaseWithoutSlot() {
    return MigratedDatabase.withoutSlotOn(postgreSql, bootstrapServers());
  }

  /** Stops PostgreSQL, which disconnects everybody, and starts it again. */
  public void restartPostgreSql() {
    postgreSql.stop();
    startAgain();
  }

  /** Ends Kafka as {@code kill -9} does. */
  public void killKafka() {
    kafka.kill();
  }

  /** The process of Kafka, to be frozen. */
  public String kafkaPid() {
    return Long.toString(kafka.process().handle().pid());
  }

  /** Starts Kafka, unless it runs, on what it had written. */
  public void startKafka() {
    if (kafka.process().isAlive()) {
      return;
    }
    kafka = EmbeddedKafka.launch(kafkaSettings).awaitReady();
  }

  @Override
  public void close() {
    if (kafka != null) {
      kafka.kill();
    }
    if (standby != null) {
      standby.stop();
    }
    postgreSql.stop();
  }

  private void startAgain() {
    postgreSql = EmbeddedPostgreSql.start(postgreSqlSettings, options);
  }

  private EmbeddedPostgreSql.Settings settings(String name) {
    return new EmbeddedPostgreSql.Settings(
        folder.resolve(name),
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "broadsheet-binaries-" + System.getProperty("user.name")),
        folder.resolve(name + ".log"),
        FreePorts.next(),
        false,
        "superuser",
        "migrator");
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("broadsheet-own-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
