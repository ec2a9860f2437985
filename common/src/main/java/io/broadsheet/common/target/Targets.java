package io.broadsheet.common.target;

import io.broadsheet.common.config.ConfigurationFault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/** Every configured target, validated as a whole, ordered by name. */
public final class Targets {

  /**
   * Settings that a target of any channel may carry, besides {@code channel} and {@code language}.
   */
  public static final Set<String> COMMON_SETTINGS =
      Set.of(
          "base-url",
          "format",
          "companion",
          "companion-wait",
          "on-unknown",
          "timeout",
          "probe-settle",
          "backoff-max",
          "max-attempts",
          "max-age",
          "max-in-flight");

  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  private final List<Target> all;

  private Targets(List<Target> all) {
    this.all = List.copyOf(all);
  }

  /**
   * Reads {@code broadsheet.targets.*}.
   *
   * @param config where from
   * @param languages the languages that posts are written in
   * @throws ConfigurationFault naming the first key at fault: a badly formed name, an unknown
   *     channel, a language that no post has, two targets of one channel and language, a companion
   *     that is not a target of the same language
   */
  public static Targets read(Config config, Collection<String> languages) {
    Map<String, Target> byName = new HashMap<>();
    for (String name : names(config)) {
      byName.put(name, read(config, name));
    }
    rejectStrays(config, byName.keySet());
    Targets targets =
        new Targets(byName.values().stream().sorted(Comparator.comparing(Target::name)).toList());
    targets.validate(languages);
    return targets;
  }

  /** All targets, ordered by name. */
  public List<Target> all() {
    return all;
  }

  /** The target of that name, or empty. */
  public Optional<Target> find(String name) {
    return all.stream().filter(target -> target.name().equals(name)).findFirst();
  }

  /** The targets that take posts of a language. */
  public List<Target> of(String language) {
    return all.stream().filter(target -> target.language().equals(language)).toList();
  }

  private static Set<String> names(Config config) {
    Set<String> names = new TreeSet<>();
    for (String property : config.getPropertyNames()) {
      int end = property.length() - ".channel".length();
      if (property.startsWith(Target.PREFIX)
          && property.endsWith(".channel")
          && end > Target.PREFIX.length()
          && property.indexOf('.', Target.PREFIX.length()) == end) {
        names.add(property.substring(Target.PREFIX.length(), end));
      }
    }
    return names;
  }

  private static Target read(Config config, String name) {
    String prefix = Target.PREFIX + name + ".";
    if (!NAME.matcher(name).matches()) {
      throw new ConfigurationFault(
          prefix + "*", "has a bad name; use lower-case letters, digits and single hyphens");
    }
    String channelName = required(config, prefix + "channel");
    ChannelKind channel =
        ChannelKind.find(channelName)
            .orElseThrow(
                () ->
                    new ConfigurationFault(
                        prefix + "channel",
                        "is \""
                            + channelName
                            + "\", an unknown channel; known: "
                            + ChannelKind.names()));
    String language = required(config, prefix + "language");
    return new Target(name, channel, language, settings(config, name));
  }

  private static Map<String, String> settings(Config config, String name) {
    String prefix = Target.PREFIX + name + ".";
    // BROADSHEET_TARGETS_TELEGRAM_RU_TOKEN is listed as broadsheet.targets.telegram.ru.token.
    String fromEnvironment = Target.PREFIX + name.replace('-', '.') + ".";
    Map<String, String> settings = new HashMap<>();
    for (String property : config.getPropertyNames()) {
      String setting = null;
      if (property.startsWith(prefix)) {
        setting = property.substring(prefix.length());
      } else if (property.startsWith(fromEnvironment)) {
        setting = property.substring(fromEnvironment.length()).replace('.', '-');
      }
      if (setting != null && !setting.equals("channel") && !setting.equals("language")) {
        String key = setting;
        config
            .getOptionalValue(prefix + key, String.class)
            .map(String::strip)
            .filter(value -> !value.isEmpty())
            .ifPresent(value -> settings.put(key, value));
      }
    }
    return settings;
  }

  private static void rejectStrays(Config config, Collection<String> names) {
    for (String property : config.getPropertyNames()) {
      if (property.startsWith(Target.PREFIX)
          && names.stream()
              .noneMatch(
                  name ->
                      property.startsWith(Target.PREFIX + name + ".")
                          || property.startsWith(Target.PREFIX + name.replace('-', '.') + "."))) {
        throw new ConfigurationFault(
            property,
            "belongs to no target; a target begins with " + Target.PREFIX + "<name>.channel");
      }
    }
  }

  private static String required(Config config, String key) {
    return config
        .getOptionalValue(key, String.class)
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> new ConfigurationFault(key, "is missing; every target needs it"));
  }

  private void validate(Collection<String> languages) {
    List<Target> seen = new ArrayList<>();
    for (Target target : all) {
      if (!languages.contains(target.language())) {
        throw new ConfigurationFault(
            target.key("language"),
            "is \""
                + target.language()
                + "\", but posts are written in "
                + String.join(", ", languages)
                + " (broadsheet.languages.*)");
      }
      seen.stream()
          .filter(other -> sameColumn(other, target))
          .findFirst()
          .ifPresent(
              other -> {
                throw new ConfigurationFault(
                    target.key("channel"),
                    "repeats "
                        + other.name()
                        + ": at most one target per channel and language, it owns the post's "
                        + target.channel().postedAtColumn());
              });
      seen.add(target);
    }
    for (Target target : all) {
      target.setting("companion").ifPresent(companion -> validateCompanion(target, companion));
    }
  }

  private static boolean sameColumn(Target one, Target other) {
    return one.channel() == other.channel() && one.language().equals(other.language());
  }

  private void validateCompanion(Target target, String companion) {
    boolean known =
        find(companion)
            .filter(other -> other != target && other.language().equals(target.language()))
            .filter(other -> other.setting("companion").isEmpty())
            .isPresent();
    if (!known) {
      throw new ConfigurationFault(
          target.key("companion"),
          "is \""
              + companion
              + "\"; it must name another target of language "
              + target.language()
              + " that has no companion itself");
    }
  }
}
