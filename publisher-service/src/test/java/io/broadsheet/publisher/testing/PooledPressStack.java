package io.broadsheet.publisher.testing;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.PooledServer;
import java.util.Map;

/** The same with a PostgreSQL of its own, and PgBouncer in transaction mode before that. */
public class PooledPressStack extends EmptiedPressStack {

  private PooledServer server;

  @Override
  protected MigrateSettings database() {
    server = PooledServer.start("broadsheet_publisher");
    return server.settings();
  }

  @Override
  public Map<String, String> start() {
    Map<String, String> config = super.start();
    config.put("quarkus.datasource.reactive.url", server.pooledUrl().replaceFirst("^jdbc:", ""));
    return config;
  }

  /** Gives the test the server, to interrupt it. */
  @Override
  public void inject(TestInjector test) {
    test.injectIntoFields(server, new TestInjector.MatchesType(PooledServer.class));
  }

  @Override
  public void stop() {
    super.stop();
    if (server != null) {
      server.close();
    }
  }
}
