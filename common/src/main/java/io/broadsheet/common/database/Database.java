package io.broadsheet.common.database;

import io.broadsheet.common.config.ConfigurationFault;
import io.smallrye.mutiny.Uni;
import io.vertx.core.VertxException;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Arrays;

/**
 * The service's own pool in blocking style, for worker threads; never call it on an event loop.
 * Every call ends within {@link #DEADLINE}. It holds a connection only while a statement runs.
 */
@ApplicationScoped
public class Database {

  /** The longest that one statement may take, waiting for a connection included. */
  public static final Duration DEADLINE = Duration.ofSeconds(20);

  private final Pool pool;
  private final DatabaseState state;

  public Database(Pool pool, DatabaseState state) {
    this.pool = pool;
    this.state = state;
  }

  /**
   * Runs one statement.
   *
   * @throws PgException if the server refuses it
   * @throws RuntimeException if the connection is lost; whether the statement took effect is then
   *     unknown
   */
  public RowSet<Row> run(String sql, Object... arguments) {
    return await(statement(sql, arguments));
  }

  /**
   * Runs one statement that may safely run twice, such as a query or a guarded update; if a pooled
   * connection turns out to be dead, once more on a fresh one.
   *
   * @throws PgException if the server refuses it
   * @throws RuntimeException if no connection can be had or the second is lost too
   */
  public RowSet<Row> runRepeatable(String sql, Object... arguments) {
    return await(
        Uni.createFrom()
            .deferred(() -> statement(sql, arguments))
            .onFailure(Database::isConnectionLoss)
            .retry()
            .atMost(1));
  }

  /**
   * Connects once, to find a configuration fault at start. An unreachable database is no fault of
   * the configuration: it is only noted in {@link DatabaseState}.
   *
   * @throws ConfigurationFault if the server refuses the user, the password or the database's name
   */
  public void checkConfiguration() {
    try {
      run("select 1");
    } catch (PgException e) {
      ConfigurationFault fault = DatabaseState.configurationFault(e);
      if (fault != null) {
        throw fault;
      }
    } catch (RuntimeException e) {
      // Noted by run; whoever needs the database waits for it.
      return;
    }
  }

  /** Whether a failure means that the connection, not the statement, was at fault. */
  public static boolean isConnectionLoss(Throwable failure) {
    if (failure instanceof PgException refusal) {
      String code = refusal.getSqlState();
      // 57P01-57P03: the server shuts down or starts; 08xxx: connection exceptions; 25006: it
      // became a standby.
      return code != null
          && (code.startsWith("57P") || code.startsWith("08") || code.equals("25006"));
    }
    return failure instanceof ClosedChannelException
        || failure instanceof IOException
        || (failure instanceof VertxException
            && "Connection was closed".equals(failure.getMessage()));
  }

  private Uni<RowSet<Row>> statement(String sql, Object... arguments) {
    return pool.preparedQuery(sql).execute(Tuple.from(Arrays.asList(arguments)));
  }

  private <T> T await(Uni<T> work) {
    try {
      T result = work.await().atMost(DEADLINE);
      state.answered();
      return result;
    } catch (PgException e) {
      if (isConnectionLoss(e) || DatabaseState.isStartingFault(e)) {
        state.failed(e);
      } else {
        state.answered();
      }
      throw e;
    } catch (RuntimeException e) {
      // A thread that was interrupted has stopped waiting; that says nothing of the database.
      if (!(e.getCause() instanceof InterruptedException)) {
        state.failed(e);
      }
      throw e;
    }
  }
}
