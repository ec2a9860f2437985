package io.broadsheet.generator.writing;

import io.broadsheet.common.database.Database;
import io.broadsheet.generator.writing.gate.GateSettings;
import io.broadsheet.generator.writing.gate.WritingGates;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/** Makes the panel from the configuration. */
public class PanelProducer {

  /**
   * Which kind of article which weekday brings.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key, the file and the line
   */
  @Produces
  @Singleton
  EditorialPlan editorialPlan(Config config) {
    return EditorialPlan.read(config);
  }

  /**
   * The gates' thresholds.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key at fault
   */
  @Produces
  @Singleton
  GateSettings gateSettings(Config config) {
    return GateSettings.read(config);
  }

  /** The gates of what the panel writes. */
  @Produces
  @Singleton
  WritingGates writingGates(GateSettings settings) {
    return new WritingGates(settings);
  }

  /**
   * How often may be asked again.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key at fault
   */
  @Produces
  @Singleton
  RetrySettings retrySettings(Config config) {
    return RetrySettings.read(config);
  }

  /**
   * Forgets old drafts.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key at fault
   */
  @Produces
  @Singleton
  ForgetDrafts forgetDrafts(Config config, Database database) {
    return ForgetDrafts.read(config, database);
  }

  /**
   * The panel.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the first key at fault
   */
  @Produces
  @Singleton
  Panel panel(
      Config config,
      EditorialPlan plan,
      Commission commission,
      WritingGates gates,
      RecentTitles recentTitles,
      SectionsStep sectionsStep) {
    PanelSettings settings = PanelSettings.read(config);
    return new Panel(
        settings,
        plan,
        settings.writers().stream().<Writer>map(ChatWriter::new).toList(),
        commission,
        gates,
        recentTitles,
        sectionsStep);
  }
}
