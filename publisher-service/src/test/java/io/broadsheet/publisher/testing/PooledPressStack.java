package io.broadsheet.publisher.testing;

import io.broadsheet.embedded.PgBouncer;
import io.broadsheet.embedded.TestStack;
import java.util.Map;

/** The same with PgBouncer in transaction mode between the press and its database. */
public class PooledPressStack extends PressStack {

  private PgBouncer pooler;

  @Override
  public Map<String, String> start() {
    Map<String, String> config = super.start();
    String url = config.get("quarkus.datasource.reactive.url");
    pooler =
        PgBouncer.start(
            TestStack.shared().postgreSql().port(),
            Map.of("broadsheet_publisher", config.get("quarkus.datasource.password")));
    config.put(
        "quarkus.datasource.reactive.url",
        pooler.url(url.substring(url.lastIndexOf('/') + 1)).replaceFirst("^jdbc:", ""));
    return config;
  }

  @Override
  public void stop() {
    super.stop();
    if (pooler != null) {
      pooler.close();
    }
  }
}
