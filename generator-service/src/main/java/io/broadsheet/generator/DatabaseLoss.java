package io.broadsheet.generator;

import io.broadsheet.common.database.Database;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.core.VertxException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import java.util.Set;

/** Tells a database that is away or too slow from one that refuses a statement for good. */
public final class DatabaseLoss {

  // lock_not_available and query_canceled: the server's own timeouts.
  private static final Set<String> TIMEOUTS = Set.of("55P03", "57014");

  private DatabaseLoss() {}

  /** Whether a failure, or what caused it, is a lost connection or a timeout of the database. */
  public static boolean isIn(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (Database.isConnectionLoss(cause)
          || isTimeout(cause)
          || cause instanceof TimeoutException
          || cause instanceof VertxException
          // What the Vert.x pool (4.5) fails with when it has no connection in time.
          || cause instanceof NoStackTraceThrowable) {
        return true;
      }
    }
    return false;
  }

  /** Whether the server gave a statement up because a lock or the statement took too long. */
  public static boolean isTimeout(Throwable failure) {
    return failure instanceof PgException refusal
        && refusal.getSqlState() != null
        && TIMEOUTS.contains(refusal.getSqlState());
  }
}
