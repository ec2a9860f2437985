package io.broadsheet.generator.writing.gate;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.writing.gate.GateSettings.Ratio;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/** Reads the keys of the gates, each with its range, and refuses any that it was not asked for. */
final class GateKeys {

  private static final String PREFIX = "broadsheet.gates.";

  private final Config config;
  private final Set<String> known = new HashSet<>();

  GateKeys(Config config) {
    this.config = config;
  }

  int whole(String key, int fallback, int least, int most) {
    int value = value(key, Integer.class, fallback);
    if (value < least || value > most) {
      throw new ConfigurationFault(
          key, "is " + value + "; write a number from " + least + " to " + most);
    }
    return value;
  }

  Bounds bounds(String leastKey, int least, String mostKey, int most) {
    Bounds bounds =
        new Bounds(
            whole(leastKey, least, 0, Integer.MAX_VALUE),
            whole(mostKey, most, 1, Integer.MAX_VALUE));
    if (bounds.least() > bounds.most()) {
      throw new ConfigurationFault(
          leastKey, "is " + bounds.least() + ", more than " + mostKey + ", " + bounds.most());
    }
    return bounds;
  }

  double share(String key, double fallback) {
    double value = value(key, Double.class, fallback);
    if (!(value >= 0 && value <= 1)) {
      throw new ConfigurationFault(key, "is " + value + "; write a number from 0 to 1");
    }
    return value;
  }

  Ratio ratio(String leastKey, double least, String mostKey, double most) {
    Ratio ratio =
        new Ratio(value(leastKey, Double.class, least), value(mostKey, Double.class, most));
    if (!(ratio.least() > 0 && ratio.least() <= ratio.most())) {
      throw new ConfigurationFault(
          leastKey,
          "is "
              + ratio.least()
              + "; write a number above 0 and not above "
              + mostKey
              + ", "
              + ratio.most());
    }
    return ratio;
  }

  List<String> phrases(String key, String fallback) {
    known.add(key);
    return Arrays.stream(config.getOptionalValue(key, String.class).orElse(fallback).split(","))
        .map(String::strip)
        .filter(phrase -> !phrase.isEmpty())
        .toList();
  }

  void rejectStrays() {
    for (String property : config.getPropertyNames()) {
      // BROADSHEET_GATES_LANGUAGE_SHARE is listed as broadsheet.gates.language.share.
      if (property.startsWith(PREFIX)
          && known.stream().noneMatch(key -> key.replace('-', '.').equals(dotted(property)))) {
        throw new ConfigurationFault(property, "is no setting of the gates; see their list");
      }
    }
  }

  private static String dotted(String property) {
    return property.replace('-', '.');
  }

  private <T> T value(String key, Class<T> type, T fallback) {
    known.add(key);
    try {
      return config.getOptionalValue(key, type).orElse(fallback);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault(
          key, "is not a " + type.getSimpleName().toLowerCase(Locale.ROOT));
    }
  }
}
