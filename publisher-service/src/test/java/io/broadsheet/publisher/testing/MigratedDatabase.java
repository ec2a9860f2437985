package io.broadsheet.publisher.testing;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.TestStack;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.util.ArrayList;
import java.util.List;

/** A migrated database of its own on the shared server, and publishers' pools on it. */
public final class MigratedDatabase implements AutoCloseable {

  private final TestStack stack = TestStack.shared();
  private final MigrateSettings settings = stack.migratedDatabase();
  private final TestSql owner = new TestSql(settings.url(), settings.password());
  private final Vertx vertx = Vertx.vertx();
  private final List<io.vertx.sqlclient.Pool> pools = new ArrayList<>();

  /** A new pool with the publisher's rights: each one stands for a replica. */
  public Database replica() {
    io.vertx.sqlclient.Pool pool =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(5))
            .connectingTo(
                new PgConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(stack.postgreSql().port())
                    .setDatabase(settings.url().substring(settings.url().lastIndexOf('/') + 1))
                    .setUser("broadsheet_publisher")
                    .setPassword(settings.publisherPassword()))
            .using(vertx)
            .build();
    pools.add(pool);
    return new Database(Pool.newInstance(pool), new DatabaseState());
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
