package io.broadsheet.generator.writing.spend;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/** Makes the money's settings from the configuration. */
public class SpendProducer {

  /**
   * How much may be spent.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key at fault
   */
  @Produces
  @Singleton
  SpendSettings settings(Config config) {
    return SpendSettings.read(config);
  }
}
