package io.broadsheet.lab.tier1;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.TestStack;
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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

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

  private Pool pool(String role) {
    return Pool.newInstance(
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(CONNECTIONS))
            .connectingTo(
                new PgConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(stack.postgreSql().port())
                    .setDatabase(settings.url().substring(settings.url().lastIndexOf('/') + 1))
                    .setUser(role)
                    .setPassword(settings.publisherPassword()))
            .using(vertx)
            .build());
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
