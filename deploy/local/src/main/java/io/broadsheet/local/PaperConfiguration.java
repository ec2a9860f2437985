package io.broadsheet.local;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.common.target.Targets;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/**
 * What the paper is: its zone, languages, writers and targets. Everything but the addresses of the
 * stack's own parts.
 *
 * @param properties keys and values as both services read them, unexpanded
 * @param targets the validated targets
 * @param zone the newsroom's zone
 */
record PaperConfiguration(Map<String, String> properties, Targets targets, ZoneId zone) {
  private static final String ZONE = "broadsheet.zone";
  private static final String WRITERS = "broadsheet.writers.";
  private static final String TRANSLATOR = "broadsheet.translator.";
  private static final List<String> WRITER_KEYS = List.of("base-url", "api-key", "model");

  /**
   * Five writers, a translator and five targets, all in the sandbox.
   *
   * @param sandboxUrl where the sandbox is, without a trailing slash
   */
  static PaperConfiguration sandbox(String sandboxUrl, ZoneId zone) {
    Properties template = new Properties();
    try (InputStream in = PaperConfiguration.class.getResourceAsStream("sandbox.properties")) {
      template.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> properties = new HashMap<>();
    template
        .stringPropertyNames()
        .forEach(
            key -> properties.put(key, template.getProperty(key).replace("{sandbox}", sandboxUrl)));
    properties.put(ZONE, zone.getId());
    return validated(properties, Map.of());
  }

  /**
   * The user's own, from a properties file; {@code ${NAME}} in it stands for an environment
   * variable.
   *
   * @throws UpFailed naming every key that is missing, or the first that is wrong
   */
  static PaperConfiguration live(Path file, Map<String, String> environment) {
    if (!Files.isReadable(file)) {
      throw new UpFailed(
          file.toAbsolutePath()
              + " is not there. Copy deploy/local/live.properties.example to it and fill it in,"
              + " or name another file: --live FILE.");
    }
    Properties given = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      given.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new UpFailed("Cannot read " + file.toAbsolutePath() + ": " + e.getMessage(), e);
    }
    Map<String, String> properties = new HashMap<>();
    given.stringPropertyNames().forEach(key -> properties.put(key, given.getProperty(key)));
    try {
      return validated(properties, environment);
    } catch (UpFailed e) {
      throw new UpFailed(file.toAbsolutePath() + ": " + e.getMessage(), e);
    }
  }

  private static PaperConfiguration validated(
      Map<String, String> properties, Map<String, String> environment) {
    Config config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .withSources(new PropertiesConfigSource(properties, "paper", 200))
            .withSources(new PropertiesConfigSource(environment, "environment", 100))
            .build();
    List<String> missing = missing(config);
    if (!missing.isEmpty()) {
      throw new UpFailed("these keys are missing or empty:\n  " + String.join("\n  ", missing));
    }
    try {
      Targets targets = Targets.read(config, Languages.read(config).all());
      return new PaperConfiguration(Map.copyOf(properties), targets, zone(config));
    } catch (ConfigurationFault e) {
      throw new UpFailed(e.getMessage(), e);
    }
  }

  /** Every key that writers, translator and targets need and that has no value. */
  private static List<String> missing(Config config) {
    List<String> missing = new ArrayList<>();
    Set<String> writers = names(config, WRITERS);
    if (writers.isEmpty()) {
      missing.add(WRITERS + "<name>.base-url (and .api-key and .model, for each writer)");
    }
    writers.forEach(name -> require(config, WRITERS + name + ".", WRITER_KEYS, missing));
    require(config, TRANSLATOR, WRITER_KEYS, missing);
    Set<String> targets = names(config, Target.PREFIX);
    if (targets.isEmpty()) {
      missing.add(Target.PREFIX + "<name>.channel (and .language, for each target)");
    }
    for (String name : targets) {
      String prefix = Target.PREFIX + name + ".";
      require(config, prefix, List.of("channel", "language"), missing);
      String channel = value(config, prefix + "channel");
      List<String> keys =
          ChannelKind.find(channel).map(ChannelKind::requiredSettings).orElse(List.of());
      require(config, prefix, keys, missing);
    }
    return missing;
  }

  private static Set<String> names(Config config, String prefix) {
    Set<String> names = new java.util.TreeSet<>();
    for (String key : config.getPropertyNames()) {
      int end = key.startsWith(prefix) ? key.indexOf('.', prefix.length()) : -1;
      if (end > 0) {
        names.add(key.substring(prefix.length(), end));
      }
    }
    return names;
  }

  private static void require(
      Config config, String prefix, List<String> keys, List<String> missing) {
    keys.stream()
        .map(prefix::concat)
        .filter(key -> value(config, key).isBlank())
        .forEach(missing::add);
  }

  /** Empty also for {@code ${NAME}} without such a variable. */
  private static String value(Config config, String key) {
    try {
      return config.getOptionalValue(key, String.class).orElse("");
    } catch (java.util.NoSuchElementException e) {
      return "";
    }
  }

  private static ZoneId zone(Config config) {
    String zone = config.getOptionalValue(ZONE, String.class).orElse("Europe/Moscow");
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw new ConfigurationFault(ZONE, "is \"" + zone + "\"; write one such as Europe/Moscow");
    }
  }
}
