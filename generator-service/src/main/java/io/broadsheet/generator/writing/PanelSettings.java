package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * The panel: {@code broadsheet.writers.*}.
 *
 * @param writers ordered by name
 * @param deadline the longest that one step of the panel may take ({@code
 *     broadsheet.writers.deadline})
 * @param quorum how many sections an article needs at least ({@code broadsheet.writers.quorum})
 * @param likeness from which similarity to an earlier title, 0 to 1 by {@code pg_trgm}, a topic
 *     counts as told already ({@code broadsheet.editorial.likeness})
 * @param composer who makes one article of the sections ({@code broadsheet.composer.*})
 */
public record PanelSettings(
    List<WriterSettings> writers,
    Duration deadline,
    int quorum,
    double likeness,
    ComposerSettings composer) {

  private static final String PREFIX = "broadsheet.writers.";
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  public PanelSettings {
    writers = List.copyOf(writers);
  }

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static PanelSettings read(Config config) {
    List<WriterSettings> writers =
        names(config).stream()
            .map(name -> WriterSettings.read(config, PREFIX + name, name))
            .toList();
    int quorum = WriterSettings.value(config, PREFIX + "quorum", Integer.class).orElse(3);
    if (quorum < 1) {
      throw new ConfigurationFault(PREFIX + "quorum", "is " + quorum + "; write 1 or more");
    }
    if (writers.size() < quorum) {
      throw new ConfigurationFault(
          PREFIX + "quorum",
          "is "
              + quorum
              + ", but "
              + writers.size()
              + " writers are configured; add "
              + PREFIX
              + "<name>.base-url, .api-key and .model");
    }
    Duration deadline =
        WriterSettings.positive(config, PREFIX + "deadline", Duration.ofSeconds(120));
    return new PanelSettings(
        writers,
        deadline,
        quorum,
        likeness(config),
        ComposerSettings.read(config, writers.stream().map(WriterSettings::name).toList()));
  }

  /** The writers' names, in their order. */
  public List<String> names() {
    return writers.stream().map(WriterSettings::name).toList();
  }

  private static double likeness(Config config) {
    String key = "broadsheet.editorial.likeness";
    double likeness = WriterSettings.value(config, key, Double.class).orElse(0.45);
    if (!(likeness > 0 && likeness <= 1)) {
      throw new ConfigurationFault(key, "is " + likeness + "; write a number above 0, at most 1");
    }
    return likeness;
  }

  private static Set<String> names(Config config) {
    Set<String> names = new TreeSet<>();
    for (String property : config.getPropertyNames()) {
      // BROADSHEET_WRITERS_ALPHA_BASE_URL is listed as broadsheet.writers.alpha.base.url.
      for (String ending : List.of(".base-url", ".base.url")) {
        if (property.startsWith(PREFIX) && property.endsWith(ending)) {
          names.add(name(property, property.length() - ending.length()));
        }
      }
    }
    rejectStrays(config, names);
    return names;
  }

  private static String name(String property, int end) {
    String name = end > PREFIX.length() ? property.substring(PREFIX.length(), end) : "";
    if (!NAME.matcher(name).matches()) {
      throw new ConfigurationFault(
          property, "has a bad name; use lower-case letters, digits and single hyphens");
    }
    return name;
  }

  private static void rejectStrays(Config config, Set<String> names) {
    for (String property : config.getPropertyNames()) {
      if (property.startsWith(PREFIX)
          && property.indexOf('.', PREFIX.length()) > 0
          && names.stream().noneMatch(name -> property.startsWith(PREFIX + name + "."))) {
        throw new ConfigurationFault(
            property.substring(0, property.indexOf('.', PREFIX.length())) + ".base-url",
            "is missing; " + property + " belongs to no writer without it");
      }
    }
  }
}
