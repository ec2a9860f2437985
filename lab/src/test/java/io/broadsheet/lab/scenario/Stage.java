package io.broadsheet.lab.scenario;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.lab.Commit;
import io.broadsheet.lab.SandboxClient;
import io.broadsheet.sandbox.Sandbox;
import io.broadsheet.sandbox.SandboxOptions;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/** One migrated database, one sandbox, and a pool per role; in one JVM, for all scenarios. */
final class Stage implements AutoCloseable {

  private static final int CONNECTIONS = 24;

  private final TestStack stack = TestStack.shared();
  private final MigrateSettings settings = stack.migratedDatabase();
  private final Vertx vertx = Vertx.vertx();
  private final Sandbox sandbox;
  private final SandboxClient sandboxClient;
  private final Pool publisher = pool("broadsheet_publisher");
  private final Pool generator = pool("broadsheet_generator");

  Stage() {
    try {
      sandbox =
          Sandbox.start(
              SandboxOptions.onFreePort(Files.createTempDirectory("lab-sandbox"))
                  .withRateLimits(false));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sandboxClient = new SandboxClient(sandbox.url());
  }

  /** Of which sources a run is, {@code unknown} without git. */
  static String commit() {
    return Commit.of(Path.of(System.getProperty("broadsheet.home", ".")));
  }

  private Pool pool(String role) {
    return Pool.newInstance(
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(CONNECTIONS))
            .connectingTo(connection(role, databasePort()))
            .using(vertx)
            .build());
  }

  private PgConnectOptions connection(String role, int port) {
    return new PgConnectOptions()
        .setHost("127.0.0.1")
        .setPort(port)
        .setDatabase(databaseName())
        .setUser(role)
        .setPassword(settings.publisherPassword());
  }

  private String databaseName() {
    return settings.url().substring(settings.url().lastIndexOf('/') + 1);
  }

  /** How a publisher connects by way of another port of 127.0.0.1. */
  PgConnectOptions publisherAt(int port) {
    return connection("broadsheet_publisher", port);
  }

  int databasePort() {
    return stack.postgreSql().port();
  }

  String publisherPassword() {
    return settings.publisherPassword();
  }

  /** Ends transactions of publishers' later sessions that take longer. */
  void endTransactionsAfter(Duration limit) throws SQLException {
    try (Connection connection = owner();
        var statement = connection.createStatement()) {
      statement.execute(
          "alter role broadsheet_publisher in database %s set transaction_timeout = %d"
              .formatted(databaseName(), limit.toMillis()));
    }
  }

  Vertx vertx() {
    return vertx;
  }

  Pool publisher() {
    return publisher;
  }

  Pool generator() {
    return generator;
  }

  String jdbcUrl() {
    return settings.url();
  }

  String bootstrapServers() {
    return stack.bootstrapServers();
  }

  String sandboxUrl() {
    return sandbox.url();
  }

  SandboxClient sandbox() {
    return sandboxClient;
  }

  /** A connection as the database's owner. The caller closes it. */
  Connection owner() throws SQLException {
    return DriverManager.getConnection(settings.url(), settings.user(), settings.password());
  }

  @Override
  public void close() {
    publisher.closeAndAwait();
    generator.closeAndAwait();
    sandbox.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
