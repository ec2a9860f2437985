package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Ends sessions of this service's role that keep rows locked because the network swallowed the last
 * bytes of their statement. The server has executed it and waits for the message that commits it;
 * of its bounds none counts there but {@code transaction_timeout}, which PostgreSQL has had since
 * 17. A post's row is shared by its channels, a target's by its replicas: whoever waits for one in
 * vain asks for this.
 */
@Singleton
public final class EndSilentSessions {

  private static final Logger LOG = Logger.getLogger(EndSilentSessions.class);

  // Less than the roles' lock_timeout of 5 s, for which the caller has waited; far longer than the
  // rest of a message takes.
  private static final String END =
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and datname = current_database() and pid <> pg_backend_pid()
        and state = 'active' and wait_event = 'ClientRead'
        and xact_start < clock_timestamp() - interval '4 s'
      """;

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final Database database;

  /**
   * @param database of the service, whose role the sessions have
   */
  public EndSilentSessions(Database database) {
    this.database = database;
  }

  /**
   * Runs a statement; if it waited for a lock in vain, ends the sessions that may hold it.
   *
   * @throws RuntimeException what the statement threw, also then: to be tried again
   */
  public <T> T unlocking(Supplier<T> statement) {
    try {
      return statement.get();
    } catch (PgException e) {
      if (LOCK_NOT_AVAILABLE.equals(e.getSqlState())) {
        endSilentSessions();
      }
      throw e;
    }
  }

  private void endSilentSessions() {
    int ended = database.runRepeatable(END).rowCount();
    if (ended > 0) {
      LOG.warnf("%d sessions kept rows locked and had fallen silent; the server ends them", ended);
    }
  }
}
