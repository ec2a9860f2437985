package io.broadsheet.publisher.delivery;

import io.broadsheet.common.config.ConfigurationFault;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}, {@code 3d}.
 */
final class Durations {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Durations() {}

  /**
   * Reads one; ISO 8601 such as {@code PT30S} is taken too.
   *
   * @param key the configuration key, for the error
   * @throws ConfigurationFault if it is neither, or not above zero
   */
  static Duration parse(String key, String text) {
    Duration duration = read(key, text.strip());
    if (duration.isZero() || duration.isNegative()) {
      throw new ConfigurationFault(key, "is \"" + text + "\"; write a duration above zero");
    }
    return duration;
  }

  private static Duration read(String key, String text) {
    Matcher matcher = SHORT.matcher(text);
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "m" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        default -> Duration.ofDays(amount);
      };
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new ConfigurationFault(
          key, "is \"" + text + "\"; write a duration such as 30s, 2m, 1h, 3d or PT30S");
    }
  }
}
