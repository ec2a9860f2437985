package io.broadsheet.publisher.testing;

import io.broadsheet.common.database.BoundedPool;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.embedded.TestStack;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A migrated database of its own, and publishers' pools on it. */
public final class MigratedDatabase implements AutoCloseable {

  /** How many connections a pool has. */
  public static final int PLACES = 5;

  private final EmbeddedPostgreSql server;
  private final MigrateSettings settings;
  private final TestSql owner;
  private final Vertx vertx = Vertx.vertx();
  private final List<io.vertx.sqlclient.Pool> pools = new ArrayList<>();

  public MigratedDatabase() {
    this(TestStack.shared().postgreSql(), TestStack.shared().migratedDatabase());
  }

  /** One on a server of the test's own, which it may stop. */
  public MigratedDatabase(EmbeddedPostgreSql server, MigrateSettings settings) {
    this.server = server;
    this.settings = settings;
    this.owner = new TestSql(settings.url(), settings.password());
  }

  /** A new pool with the publisher's rights: each one stands for a replica. */
  public Database replica() {
    return replica(server.port());
  }

  /** One that reaches the server by way of another port. */
  public Database replica(int port) {
    io.vertx.sqlclient.Pool pool =
        BoundedPool.of(
            vertx,
            new PoolOptions().setMaxSize(PLACES),
            List.of(
                new PgConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(port)
                    .setDatabase(name())
                    .setUser("broadsheet_publisher")
                    .setPassword(settings.publisherPassword())));
    pools.add(pool);
    return new Database(Pool.newInstance(pool), new DatabaseState());
  }

  /** Ends the publishers' sessions in this database, as an administrator does (57P01). */
  public void endSessions() {
    try (Connection connection = server.superuser(name());
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where usename = 'broadsheet_publisher' and datname = current_database()
          """);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The port of the server. */
  public int port() {
    return server.port();
  }

  /** The database's name. */
  public String name() {
    return settings.url().substring(settings.url().lastIndexOf('/') + 1);
  }

  /** Runs a statement as the owner. */
  public void execute(String sql, Object... arguments) {
    owner.execute(sql, arguments);
  }

  /** The first column of every row, as the owner sees them. */
  public List<String> query(String sql, Object... arguments) {
    return owner.query(sql, arguments);
  }

  /** Closes the pools. */
  @Override
  public void close() {
    pools.forEach(pool -> pool.close().toCompletionStage().toCompletableFuture().join());
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
