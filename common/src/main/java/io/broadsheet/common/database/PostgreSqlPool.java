package io.broadsheet.common.database;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;

/** The service's pool: what Quarkus read from the configuration, with bounded waits. */
@Singleton
public class PostgreSqlPool implements PgPoolCreator {

  @Override
  public Pool create(Input input) {
    return BoundedPool.of(input.vertx(), input.poolOptions(), input.pgConnectOptionsList());
  }
}
