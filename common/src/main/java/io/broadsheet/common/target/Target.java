package io.broadsheet.common.target;

import io.broadsheet.common.config.ConfigurationFault;
import java.util.Map;
import java.util.Optional;

/**
 * A configured destination: {@code broadsheet.targets.<name>.*}.
 *
 * @param name its name in configuration, for instance {@code telegram-ru}
 * @param channel its kind
 * @param language the language of the posts it takes, for instance {@code ru}
 * @param settings its other keys, by their name below {@code broadsheet.targets.<name>.}; may hold
 *     secrets, so it is never printed
 */
public record Target(
    String name, ChannelKind channel, String language, Map<String, String> settings) {

  /** The prefix of every target's keys. */
  public static final String PREFIX = "broadsheet.targets.";

  public Target {
    settings = Map.copyOf(settings);
  }

  /** The full configuration key of one of this target's settings. */
  public String key(String setting) {
    return PREFIX + name + "." + setting;
  }

  /** A setting, or empty if it is not configured. */
  public Optional<String> setting(String setting) {
    return Optional.ofNullable(settings.get(setting));
  }

  /**
   * A setting that must be there.
   *
   * @throws ConfigurationFault naming the key if it is missing
   */
  public String require(String setting) {
    return setting(setting)
        .orElseThrow(
            () ->
                new ConfigurationFault(
                    key(setting),
                    "is missing; a target of channel " + channel.wireName() + " needs it"));
  }

  /** The target without its settings, which may hold secrets. */
  @Override
  public String toString() {
    return name + " (" + channel.wireName() + ", " + language + ")";
  }
}
