package io.broadsheet.common.database;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.net.ConnectException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The PostgreSQL driver of Vert.x with an end to every login. Vert.x (4.5) bounds the connecting
 * only: a server that takes the connection and never answers would keep its place in the pool, and
 * each login that is given up an open socket ({@link LoginSockets}).
 */
final class BoundedLogins extends PgDriver {

  private final Duration limit;

  /**
   * @param limit for connecting and logging in together, and for {@link DirectLogins}' question
   */
  BoundedLogins(Duration limit) {
    this.limit = limit;
  }

  @Override
  public ConnectionFactory createConnectionFactory(
      Vertx vertx, Supplier<? extends Future<? extends SqlConnectOptions>> servers) {
    ConnectionFactory unbounded =
        new DirectLogins(new LoginSockets((VertxInternal) vertx, servers, limit), servers);
    return new ConnectionFactory() {
      @Override
      public Future<SqlConnection> connect(Context context) {
        return inTime(vertx, unbounded.connect(context));
      }

      @Override
      public Future<SqlConnection> connect(Context context, SqlConnectOptions server) {
        return inTime(vertx, unbounded.connect(context, server));
      }

      @Override
      public void close(Promise<Void> completion) {
        unbounded.close(completion);
      }
    };
  }

  private Future<SqlConnection> inTime(Vertx vertx, Future<SqlConnection> login) {
    Promise<SqlConnection> promise = Promise.promise();
    long timer =
        vertx.setTimer(
            limit.toMillis(),
            id -> promise.tryFail(new ConnectException("the database did not answer the login")));
    login.onComplete(
        result -> {
          vertx.cancelTimer(timer);
          if (result.failed()) {
            promise.tryFail(result.cause());
          } else if (promise.tryComplete(result.result())) {
            LoginSockets.done(result.result());
          } else {
            result.result().close();
          }
        });
    return promise.future();
  }
}
