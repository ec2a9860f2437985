package io.broadsheet.common.database;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One try of one statement on one connection. When its caller stops waiting, its connection is
 * broken off: nobody could tell its answers from the next one's, and it must not keep its place in
 * the pool. What is given up before it has a connection is never sent.
 */
final class Execution {

  /** What Vert.x (4.5) says where the connection ended before the statement was written. */
  private static final Pattern NEVER_WRITTEN =
      Pattern.compile("Connection is not active now|Pending requests failed to be sent");

  /** So many connections in a row may turn out to have ended in the pool. */
  private static final int MOST_CLOSED = 10;

  private final String sql;
  private final Tuple arguments;
  private final CompletableFuture<RowSet<Row>> answer;
  private SqlConnection connection;
  private boolean givenUp;

  Execution(Pool pool, String sql, Tuple arguments) {
    this.sql = sql;
    this.arguments = arguments;
    this.answer =
        Uni.createFrom()
            .deferred(pool::getConnection)
            .chain(this::executeOn)
            .onFailure(Execution::isNeverWritten)
            .retry()
            .atMost(MOST_CLOSED)
            .subscribeAsCompletionStage();
  }

  /** Whether nothing of a statement has left, so that it may be tried again whatever it does. */
  static boolean isNeverWritten(Throwable failure) {
    return failure instanceof NoStackTraceThrowable
        && NEVER_WRITTEN.matcher(String.valueOf(failure.getMessage())).lookingAt();
  }

  /**
   * Waits for the answer.
   *
   * @param patience how long at most; then it is given up
   * @throws TimeoutException when the time is over
   * @throws RuntimeException what it failed with
   */
  RowSet<Row> await(Duration patience) {
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      giveUp();
      throw new TimeoutException();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new CompletionException(e.getCause());
    } catch (InterruptedException e) {
      giveUp();
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }

  private Uni<RowSet<Row>> executeOn(SqlConnection free) {
    Uni<RowSet<Row>> work =
        take(free)
            ? free.preparedQuery(sql).execute(arguments)
            : Uni.createFrom().failure(TimeoutException::new);
    return work.onItemOrFailure().invoke((rows, failure) -> giveBack(free));
  }

  private synchronized boolean take(SqlConnection free) {
    if (!givenUp) {
      connection = free;
    }
    return !givenUp;
  }

  private synchronized void giveBack(SqlConnection taken) {
    connection = null;
    taken.close().subscribe().with(done -> {}, broken -> {});
  }

  private synchronized void giveUp() {
    givenUp = true;
    if (connection != null) {
      LoginSockets.breakOff(connection.getDelegate());
    }
  }
}
