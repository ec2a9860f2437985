package io.broadsheet.generator.testing;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/** A configuration of nothing but the given properties. */
public final class TestConfig {

  private TestConfig() {}

  public static Config of(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .build();
  }
}
