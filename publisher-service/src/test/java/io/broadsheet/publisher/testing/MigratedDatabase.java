package io.broadsheet.publisher.testing;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.TestStack;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A migrated database of its own on the shared server, and publishers' pools on it. Roles belong to
 * the whole server, so their passwords are fixed.
 */
public final class MigratedDatabase implements AutoCloseable {

  /** The password of every role of the application. */
  public static final String PASSWORD = "only-for-tests";

  private final TestStack stack = TestStack.shared();
  private final String name = stack.freshDatabase();
  private final Vertx vertx = Vertx.vertx();
  private final List<io.vertx.sqlclient.Pool> pools = new ArrayList<>();

  /** Makes and migrates it, topics included. */
  public MigratedDatabase() {
    Migrate.run(
        new MigrateSettings(
            stack.postgreSql().url(name),
            "broadsheet_migrator",
            stack.postgreSql().migratorPassword(),
            PASSWORD,
            PASSWORD,
            PASSWORD,
            false,
            "slot_" + name,
            stack.bootstrapServers(),
            2,
            (short) 1,
            Duration.ofDays(1)));
  }

  /** A new pool with the publisher's rights: each one stands for a replica. */
  public Database replica() {
    io.vertx.sqlclient.Pool pool =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(5))
            .connectingTo(
                new PgConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(stack.postgreSql().port())
                    .setDatabase(name)
                    .setUser("broadsheet_publisher")
                    .setPassword(PASSWORD))
            .using(vertx)
            .build();
    pools.add(pool);
    return new Database(Pool.newInstance(pool), new DatabaseState());
  }

  /** The shared servers. */
  public TestStack stack() {
    return stack;
  }

  /** The database's name. */
  public String name() {
    return name;
  }

  /** Runs a statement as the owner. */
  public void execute(String sql, Object... arguments) {
    try (Connection connection = stack.postgreSql().migrator(name);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, arguments).execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of every row, as the owner sees them. */
  public List<String> query(String sql, Object... arguments) {
    try (Connection connection = stack.postgreSql().migrator(name);
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = bind(statement, arguments).executeQuery()) {
      List<String> column = new ArrayList<>();
      while (result.next()) {
        column.add(result.getString(1));
      }
      return column;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Closes the pools. */
  @Override
  public void close() {
    pools.forEach(pool -> pool.close().toCompletionStage().toCompletableFuture().join());
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private static PreparedStatement bind(PreparedStatement statement, Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }
}
