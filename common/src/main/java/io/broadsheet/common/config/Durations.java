package io.broadsheet.common.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}, {@code 3d}.
 */
public final class Durations {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Durations() {}

  /**
   * Reads one; ISO 8601 such as {@code PT30S} is taken too.
   *
   * @param key the configuration key, for the error
   * @throws ConfigurationFault if it is neither, or not above zero
   */
  public static Duration parse(String key, String text) {
    Duration duration = read(key, text.strip());
    if (duration.isZero() || duration.isNegative()) {
      throw new ConfigurationFault(key, "is \"" + text + "\"; write a duration above zero");
    }
    return duration;
  }

  /**
   * Reads a key that may be missing.
   *
   * @throws ConfigurationFault if it is no duration, or not above zero
   */
  public static Optional<Duration> find(Config config, String key) {
    return config.getOptionalValue(key, String.class).map(text -> parse(key, text));
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
