package io.broadsheet.generator.testing;

import io.broadsheet.embedded.PgBouncer;
import io.broadsheet.embedded.TestStack;
import java.util.Map;

/** The same with PgBouncer in transaction mode before the newsroom's pool; the relay is direct. */
public class PooledNewsroomStack extends NewsroomStack {

  private PgBouncer pooler;

  @Override
  public Map<String, String> start() {
    Map<String, String> config = super.start();
    String url = config.get("quarkus.datasource.reactive.url");
    pooler =
        PgBouncer.start(
            TestStack.shared().postgreSql().port(),
            Map.of("broadsheet_generator", config.get("quarkus.datasource.password")));
    String pooled = pooler.url(url.substring(url.lastIndexOf('/') + 1));
    config.put("quarkus.datasource.reactive.url", pooled.replaceFirst("^jdbc:", ""));
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
