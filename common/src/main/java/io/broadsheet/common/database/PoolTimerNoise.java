package io.broadsheet.common.database;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Keeps one harmless stack trace out of the log, for {@code quarkus.log.console.filter}: when a
 * connection is refused, the Vert.x pool (4.5) forgets to stop its acquire timer, which then finds
 * its promise failed already.
 */
@LoggingFilter(name = "pool-timer-noise")
public final class PoolTimerNoise implements Filter {

  @Override
  public boolean isLoggable(LogRecord entry) {
    Throwable thrown = entry.getThrown();
    return !(thrown instanceof IllegalStateException
        && "Result is already complete".equals(thrown.getMessage())
        && thrown.getStackTrace().length > 1
        && thrown.getStackTrace()[1].getClassName().contains("SqlConnectionPool"));
  }
}
