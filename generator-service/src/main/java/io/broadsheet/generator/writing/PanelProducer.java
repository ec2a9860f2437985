package io.broadsheet.generator.writing;

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
      RecentTitles recentTitles,
      SectionsStep sectionsStep) {
    PanelSettings settings = PanelSettings.read(config);
    return new Panel(
        settings,
        plan,
        settings.writers().stream().<Writer>map(ChatWriter::new).toList(),
        commission,
        recentTitles,
        sectionsStep);
  }
}
