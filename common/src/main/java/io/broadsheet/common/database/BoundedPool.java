package io.broadsheet.common.database;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes pools in which nothing waits without end, and which work through a pooler in transaction
 * mode.
 *
 * <p>Connecting takes at most 5 s, logging in another 5 s, waiting for a free connection 5 s; the
 * socket of a login that takes longer is closed. Where packets are not acknowledged the kernel ends
 * a connection within 16 s; where a server, or something between, acknowledges them and never
 * answers, {@link Database} does. A connection is idle for 60 s at most, less than firewalls
 * remember it, and is replaced after 30 min. Closing the pool waits 5 s for the servers to close
 * their side, then breaks off what is open.
 *
 * <p>A pooler in transaction mode gives each transaction another session, so a statement's parts
 * are sent as one transaction ({@link PgConnectOptions#setUseLayer7Proxy}), as quickly as without a
 * pooler. Who asks for prepared statements that a connection keeps ({@link
 * PgConnectOptions#setCachePreparedStatements}) gets them on direct connections only ({@link
 * DirectLogins}).
 */
public final class BoundedPool {

  private static final int CONNECT_TIMEOUT_MS = 5_000;
  private static final int ACQUIRE_TIMEOUT_S = 5;
  private static final Duration LOGIN = Duration.ofSeconds(10);
  private static final int IDLE_TIMEOUT_S = 60;
  private static final int MAX_LIFETIME_S = 1_800;
  private static final int TCP_USER_TIMEOUT_MS = 15_000;
  private static final int KEEP_ALIVE_IDLE_S = 10;
  private static final int KEEP_ALIVE_INTERVAL_S = 3;
  private static final int KEEP_ALIVE_COUNT = 2;

  private BoundedPool() {}

  /**
   * Makes one.
   *
   * @param vertx its native transport carries the kernel's timeouts; without it they are left out
   * @param size how many connections, and what else is not bounded here
   * @param servers where to connect to and as whom; changed by this call
   */
  public static Pool of(Vertx vertx, PoolOptions size, List<PgConnectOptions> servers) {
    return of(vertx, size, servers, LOGIN);
  }

  /**
   * The same.
   *
   * @param login for connecting and logging in together, 10 s without it; half as long for closing
   */
  public static Pool of(
      Vertx vertx, PoolOptions size, List<PgConnectOptions> servers, Duration login) {
    servers.forEach(BoundedPool::bound);
    PoolOptions bounds =
        new PoolOptions(size)
            .setConnectionTimeout(ACQUIRE_TIMEOUT_S)
            .setConnectionTimeoutUnit(TimeUnit.SECONDS)
            .setIdleTimeout(IDLE_TIMEOUT_S)
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setMaxLifetime(MAX_LIFETIME_S)
            .setMaxLifetimeUnit(TimeUnit.SECONDS);
    return new BoundedLogins(login).createPool(vertx, servers, bounds);
  }

  private static void bound(PgConnectOptions server) {
    server
        .setConnectTimeout(CONNECT_TIMEOUT_MS)
        // Exactly one layer retries, and it is not this one.
        .setReconnectAttempts(0)
        .setTcpKeepAlive(true)
        .setTcpUserTimeout(TCP_USER_TIMEOUT_MS)
        .setTcpKeepAliveIdleSeconds(KEEP_ALIVE_IDLE_S)
        .setTcpKeepAliveIntervalSeconds(KEEP_ALIVE_INTERVAL_S)
        .setTcpKeepAliveCount(KEEP_ALIVE_COUNT);
    // The statements of the protocol are longer than the 2,048 characters that are kept by default.
    server.setPreparedStatementCacheSqlLimit(Integer.MAX_VALUE);
    server.setUseLayer7Proxy(!server.getCachePreparedStatements());
    // PgBouncer refuses it, and since PostgreSQL 12 the default is as exact.
    server.getProperties().remove("extra_float_digits");
  }
}
