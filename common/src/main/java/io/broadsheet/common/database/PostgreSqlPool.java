package io.broadsheet.common.database;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes the service's pool with bounded waits: a silently dead connection is noticed by the kernel
 * within 15 s instead of hours, and neither connecting nor waiting for a free connection lasts
 * longer than 5 s. Quarkus has no properties for these.
 */
@Singleton
public class PostgreSqlPool implements PgPoolCreator {

  private static final int CONNECT_TIMEOUT_MS = 5_000;
  private static final int ACQUIRE_TIMEOUT_S = 5;
  private static final int IDLE_TIMEOUT_S = 60;
  private static final int MAX_LIFETIME_S = 1_800;

  @Override
  public Pool create(Input input) {
    for (PgConnectOptions options : input.pgConnectOptionsList()) {
      options
          .setConnectTimeout(CONNECT_TIMEOUT_MS)
          // Exactly one layer retries, and it is not this one.
          .setReconnectAttempts(0)
          .setTcpKeepAlive(true)
          .setTcpUserTimeout(15_000)
          .setTcpKeepAliveIdleSeconds(10)
          .setTcpKeepAliveIntervalSeconds(3)
          .setTcpKeepAliveCount(2);
    }
    PoolOptions pool =
        new PoolOptions(input.poolOptions())
            .setConnectionTimeout(ACQUIRE_TIMEOUT_S)
            .setConnectionTimeoutUnit(TimeUnit.SECONDS)
            .setIdleTimeout(IDLE_TIMEOUT_S)
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setMaxLifetime(MAX_LIFETIME_S)
            .setMaxLifetimeUnit(TimeUnit.SECONDS);
    return PgBuilder.pool()
        .with(pool)
        .connectingTo(List.<SqlConnectOptions>copyOf(input.pgConnectOptionsList()))
        .using(input.vertx())
        .build();
  }
}
