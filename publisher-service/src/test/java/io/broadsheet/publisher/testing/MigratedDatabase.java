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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
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

  /** One of so many connections. */
  public Database replicaOf(int connections) {
    PoolOptions size = new PoolOptions().setMaxSize(connections);
    io.vertx.sqlclient.Pool pool = BoundedPool.of(vertx, size, List.of(server(server.port())));
    return new Database(opened(pool), new DatabaseState());
  }

  /** One that reaches the server by way of another port. */
  public Database replica(int port) {
    io.vertx.sqlclient.Pool pool = BoundedPool.of(vertx, places(), List.of(server(port)));
    return new Database(opened(pool), new DatabaseState());
  }

  /**
   * One that breaks off sooner than the service does.
   *
   * @param patience for the answer to a repeatable statement and for a login; three times as long
   *     for any other statement
   */
  public Database replica(int port, Duration patience) {
    io.vertx.sqlclient.Pool pool = BoundedPool.of(vertx, places(), List.of(server(port)), patience);
    return new Database(opened(pool), new DatabaseState(), patience.multipliedBy(3), patience);
  }

  /** One that asks for prepared statements which its connections keep, as the service does. */
  public Database replicaKeepingStatements(int port) {
    PgConnectOptions server = server(port);
    server.setCachePreparedStatements(true);
    io.vertx.sqlclient.Pool pool = BoundedPool.of(vertx, places(), List.of(server));
    return new Database(opened(pool), new DatabaseState());
  }

  /** The password of {@code broadsheet_publisher}. */
  public String publisherPassword() {
    return settings.publisherPassword();
  }

  private static PoolOptions places() {
    return new PoolOptions().setMaxSize(PLACES);
  }

  private PgConnectOptions server(int port) {
    return new PgConnectOptions()
        .setHost("127.0.0.1")
        .setPort(port)
        .setDatabase(name())
        .setUser("broadsheet_publisher")
        .setPassword(settings.publisherPassword());
  }

  private Pool opened(io.vertx.sqlclient.Pool pool) {
    pools.add(pool);
    return Pool.newInstance(pool);
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

  /**
   * The open transactions and session locks of publishers in this database, each as the statement
   * that was its last. Only an administrator sees those of another role.
   */
  public List<String> heldByPublishers() {
    List<String> held = new ArrayList<>();
    try (Connection connection = server.superuser(name());
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                """
                select a.query from pg_stat_activity a
                where a.usename = 'broadsheet_publisher' and a.datname = current_database()
                  and (a.xact_start is not null or exists (
                    select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))
                """)) {
      while (result.next()) {
        held.add(result.getString(1));
      }
      return held;
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

  /** A session of the owner, for a test that holds something in it. */
  public Connection connect() throws SQLException {
    return owner.connect();
  }

  /** Closes the pools. */
  @Override
  public void close() {
    owner.close();
    pools.forEach(pool -> pool.close().toCompletionStage().toCompletableFuture().join());
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
