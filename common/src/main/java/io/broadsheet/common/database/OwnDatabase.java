package io.broadsheet.common.database;

import io.broadsheet.common.config.ConfigurationFault;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** One connection with the service's own settings, for a command that runs without the service. */
public final class OwnDatabase implements AutoCloseable {

  private static final String URL = "quarkus.datasource.reactive.url";

  private final Vertx vertx;
  private final Database database;

  private OwnDatabase(Vertx vertx, Database database) {
    this.vertx = vertx;
    this.database = database;
  }

  /**
   * Prepares the connection; it is made with the first statement.
   *
   * @throws ConfigurationFault naming the key at fault
   */
  public static OwnDatabase open(Config config) {
    String url =
        config
            .getOptionalValue(URL, String.class)
            .orElseThrow(() -> new ConfigurationFault(URL, "is missing"))
            .replaceFirst("^vertx-reactive:", "");
    PgConnectOptions options;
    try {
      options = PgConnectOptions.fromUri(url);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault(URL, "is no address such as postgresql://host:5432/broadsheet");
    }
    options.setUser(
        config
            .getOptionalValue("quarkus.datasource.username", String.class)
            .orElse("broadsheet_generator"));
    config
        .getOptionalValue("quarkus.datasource.password", String.class)
        .ifPresent(options::setPassword);
    Vertx vertx = Vertx.vertx();
    io.vertx.sqlclient.Pool pool =
        BoundedPool.of(vertx, new PoolOptions().setMaxSize(1), List.of(options));
    return new OwnDatabase(vertx, new Database(new Pool(pool), new DatabaseState()));
  }

  /** Blocking access over the one connection, until this is closed. */
  public Database database() {
    return database;
  }

  @Override
  public void close() {
    vertx.close();
  }
}
