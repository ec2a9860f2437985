package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.ChatWriter;
import io.broadsheet.generator.writing.Commission;
import io.broadsheet.generator.writing.WriterSettings;
import io.broadsheet.generator.writing.gate.GateSettings;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/**
 * Makes the translation from {@code broadsheet.translator.*} and {@code broadsheet.translation.*}.
 */
public class TranslationProducer {

  /**
   * The translation, by one model.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key at fault
   */
  @Produces
  @Singleton
  Translation translation(Config config, Commission commission, GateSettings gateSettings) {
    WriterSettings settings = WriterSettings.read(config, "broadsheet.translator", "translator");
    return new Translation(
        new ChatWriter(settings, true), commission, gateSettings, TranslationSettings.read(config));
  }
}
