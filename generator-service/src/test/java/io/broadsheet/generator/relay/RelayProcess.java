package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import java.time.Duration;

/** A relay in a process of its own, to be killed and frozen. */
public final class RelayProcess {

  private RelayProcess() {}

  /**
   * Arguments: JDBC URL, the roles' common password, slot, bootstrap servers. Runs until killed.
   */
  public static void main(String[] arguments) throws InterruptedException {
    RelaySettings settings =
        new RelaySettings(
            true,
            arguments[0],
            "broadsheet_relay",
            arguments[1],
            arguments[2],
            Duration.ofMinutes(2),
            Duration.ofDays(30),
            arguments[3]);
    PgConnectOptions options =
        PgConnectOptions.fromUri(arguments[0].substring("jdbc:".length()))
            .setUser("broadsheet_generator")
            .setPassword(arguments[1]);
    Pool pool =
        Pool.newInstance(PgBuilder.pool().connectingTo(options).using(Vertx.vertx()).build());
    Relay relay =
        new Relay(
            settings,
            new Database(pool, new DatabaseState()),
            fault -> System.err.println(fault.getMessage()));
    relay.start();
    Thread.currentThread().join();
  }
}
