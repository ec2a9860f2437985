package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * One configured model behind an API of the OpenAI kind.
 *
 * @param name its name in configuration and credits
 * @param baseUrl what {@code /chat/completions} is appended to ({@code base-url})
 * @param apiKey sent as a bearer token ({@code api-key}); never printed
 * @param model the provider's name of the model ({@code model})
 * @param timeout for one call ({@code timeout}, 60s)
 * @param maxTokens of an answer ({@code max-tokens}, 4096)
 * @param temperature 0 to 2 ({@code temperature}, 0.7)
 */
public record WriterSettings(
    String name,
    URI baseUrl,
    String apiKey,
    String model,
    Duration timeout,
    int maxTokens,
    double temperature) {

  /**
   * Reads {@code <prefix>.*}.
   *
   * @throws ConfigurationFault naming the key that is missing or bad
   */
  public static WriterSettings read(Config config, String prefix, String name) {
    return new WriterSettings(
        name,
        url(prefix + ".base-url", required(config, prefix + ".base-url")),
        required(config, prefix + ".api-key"),
        required(config, prefix + ".model"),
        positive(config, prefix + ".timeout", Duration.ofSeconds(60)),
        tokens(config, prefix + ".max-tokens"),
        temperature(config, prefix + ".temperature"));
  }

  /** The settings without the key. */
  @Override
  public String toString() {
    return name + " (" + model + " at " + baseUrl + ")";
  }

  static Duration positive(Config config, String key, Duration fallback) {
    Duration value = Durations.find(config, key).orElse(fallback);
    if (value.compareTo(Duration.ofHours(1)) > 0) {
      throw new ConfigurationFault(key, "is " + value + "; write a time from 1ms to 1h");
    }
    return value;
  }

  static <T> Optional<T> value(Config config, String key, Class<T> type) {
    try {
      return config.getOptionalValue(key, type);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault(
          key, "is not a " + type.getSimpleName().toLowerCase(Locale.ROOT));
    }
  }

  private static String required(Config config, String key) {
    return config
        .getOptionalValue(key, String.class)
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> new ConfigurationFault(key, "is missing"));
  }

  private static URI url(String key, String value) {
    try {
      URI uri = URI.create(value.replaceAll("/+$", ""));
      if (uri.getHost() != null && ("http".equals(uri.getScheme()) || isHttps(uri))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Told below like any other bad URL.
    }
    throw new ConfigurationFault(key, "is not a URL such as https://api.example.org/v1");
  }

  private static boolean isHttps(URI uri) {
    return "https".equals(uri.getScheme());
  }

  private static int tokens(Config config, String key) {
    int value = value(config, key, Integer.class).orElse(4096);
    if (value < 1) {
      throw new ConfigurationFault(key, "is " + value + "; write 1 or more");
    }
    return value;
  }

  private static double temperature(Config config, String key) {
    double value = value(config, key, Double.class).orElse(0.7);
    if (!(value >= 0 && value <= 2)) {
      throw new ConfigurationFault(key, "is " + value + "; write a number from 0 to 2");
    }
    return value;
  }
}
