package io.broadsheet.common.database;

import io.broadsheet.common.config.ConfigurationFault;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.core.VertxException;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The service's own pool in blocking style, for worker threads; never call it on an event loop.
 * Every call ends within {@link #DEADLINE}. It holds a connection only while a statement runs.
 *
 * <p>Every statement is a transaction of its own and relies on no session: no {@code set}, no
 * temporary tables, no session locks, no {@code listen}. So it works through a pooler in
 * transaction mode.
 */
@ApplicationScoped
public class Database {

  /** The longest that one statement may take, waiting for a connection included. */
  public static final Duration DEADLINE = Duration.ofSeconds(20);

  /**
   * How long a repeatable statement waits for its answer before another connection is tried: longer
   * than the roles' {@code lock_timeout} of 5 s, so that a wait for a lock is not taken for a
   * silent connection.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(6);

  private final Pool pool;
  private final DatabaseState state;
  private final Duration deadline;
  private final Duration patience;

  @Inject
  public Database(Pool pool, DatabaseState state) {
    this(pool, state, DEADLINE, PATIENCE);
  }

  /**
   * One with bounds of its own.
   *
   * @param deadline in place of {@link #DEADLINE}
   * @param patience in place of {@link #PATIENCE}, shorter than {@code deadline}
   */
  public Database(Pool pool, DatabaseState state, Duration deadline, Duration patience) {
    this.pool = pool;
    this.state = state;
    this.deadline = deadline;
    this.patience = patience;
  }

  /**
   * Runs one statement.
   *
   * @throws PgException if the server refuses it
   * @throws RuntimeException if the connection is lost; whether the statement took effect is then
   *     unknown
   */
  public RowSet<Row> run(String sql, Object... arguments) {
    return noting(() -> execution(sql, arguments).await(deadline));
  }

  /**
   * Runs one statement that may safely run twice, even at the same time, such as a query or a
   * guarded update: if its connection turns out to be dead, or is silent for {@link #PATIENCE},
   * once more on another one.
   *
   * @throws PgException if the server refuses it
   * @throws RuntimeException if no connection can be had or the second is lost too
   */
  public RowSet<Row> runRepeatable(String sql, Object... arguments) {
    return noting(
        () -> {
          long start = System.nanoTime();
          try {
            return execution(sql, arguments).await(patience);
          } catch (RuntimeException e) {
            if (!isConnectionLoss(e) && !(e instanceof TimeoutException)) {
              throw e;
            }
            Duration spent = Duration.ofNanos(System.nanoTime() - start);
            return execution(sql, arguments).await(deadline.minus(spent));
          }
        });
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
    if (failure instanceof CompletionException && failure.getCause() != null) {
      return isConnectionLoss(failure.getCause());
    }
    if (failure instanceof PgException refusal) {
      String code = refusal.getSqlState();
      // 57P01-57P03: the server shuts down or starts; 08xxx: connection exceptions; 25006: it
      // became a standby.
      return code != null
          && (code.startsWith("57P") || code.startsWith("08") || code.equals("25006"));
    }
    return failure instanceof ClosedChannelException
        || failure instanceof ClosedConnectionException
        || Execution.isNeverWritten(failure)
        || failure instanceof IOException
        || (failure instanceof VertxException
            && "Connection was closed".equals(failure.getMessage()));
  }

  private Execution execution(String sql, Object... arguments) {
    return new Execution(pool, sql, Tuple.from(Arrays.asList(arguments)));
  }

  private RowSet<Row> noting(Supplier<RowSet<Row>> work) {
    try {
      RowSet<Row> result = work.get();
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
