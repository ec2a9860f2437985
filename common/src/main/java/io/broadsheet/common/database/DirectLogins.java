package io.broadsheet.common.database;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Lets a connection keep prepared statements only where it is the server's own session. Behind a
 * pooler in transaction mode a name may belong to another client's statement, so one error, or
 * worse, the wrong statement, would be too late to notice.
 *
 * <p>The sign: a server tells at the login the number that {@code pg_backend_pid()} gives
 * (PostgreSQL documentation, "Message Formats", BackendKeyData); a pooler tells one of its own,
 * because its client has no session. It is asked once for each login, before the first prepared
 * statement, so it also holds for a database that was away at the start. A proxy that tells its own
 * number but keeps sessions is taken for a pooler too: that costs speed only.
 */
final class DirectLogins implements ConnectionFactory {

  private static final Logger LOG = Logger.getLogger(DirectLogins.class);

  private final ConnectionFactory logins;
  private final Supplier<? extends Future<? extends SqlConnectOptions>> servers;
  private final AtomicBoolean pooled = new AtomicBoolean();

  /**
   * @param servers where {@link #connect(Context)} logs in
   */
  DirectLogins(
      ConnectionFactory logins, Supplier<? extends Future<? extends SqlConnectOptions>> servers) {
    this.logins = logins;
    this.servers = servers;
  }

  @Override
  public Future<SqlConnection> connect(Context context) {
    return connect(context, servers.get());
  }

  @Override
  public Future<SqlConnection> connect(Context context, SqlConnectOptions server) {
    if (!server.getCachePreparedStatements()) {
      return logins.connect(context, server);
    }
    if (pooled.get()) {
      return logins.connect(context, keepingNothing(server));
    }
    return logins
        .connect(context, server)
        .compose(
            connection ->
                isOwnSession(connection)
                    .onFailure(failure -> connection.close())
                    .compose(
                        own -> {
                          if (own) {
                            return Future.succeededFuture(connection);
                          }
                          connection.close();
                          notePooler();
                          return logins.connect(context, keepingNothing(server));
                        }));
  }

  @Override
  public void close(Promise<Void> completion) {
    logins.close(completion);
  }

  private void notePooler() {
    if (!pooled.getAndSet(true)) {
      LOG.info("The database is reached through a pooler: no prepared statements are kept");
    }
  }

  /** By the simple protocol, which names nothing. */
  private static Future<Boolean> isOwnSession(SqlConnection connection) {
    int told = ((PgConnection) connection).processId();
    return connection
        .query("select pg_backend_pid()")
        .execute()
        .map(rows -> rows.iterator().next().getInteger(0) == told);
  }

  private static PgConnectOptions keepingNothing(SqlConnectOptions server) {
    PgConnectOptions options = new PgConnectOptions((PgConnectOptions) server);
    options.setCachePreparedStatements(false);
    return options.setUseLayer7Proxy(true);
  }
}
