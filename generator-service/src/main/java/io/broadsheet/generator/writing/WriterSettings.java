package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import io.broadsheet.generator.writing.chat.Access;
import io.broadsheet.generator.writing.spend.Price;
import io.broadsheet.generator.writing.spend.SpendSettings;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * One configured model behind an API of the OpenAI kind.
 *
 * @param name its name in configuration and credits
 * @param baseUrl what {@code /chat/completions} is appended to, nothing else ({@code base-url})
 * @param model the provider's name of the model ({@code model})
 * @param timeout for one call ({@code timeout}, 60s)
 * @param access how the provider knows us; holds secrets and never prints them
 * @param parameters what is sent besides model and prompt
 * @param finishReasons the provider's words for how an answer ended ({@code finish-reasons})
 * @param price of a million tokens ({@code price-input}, {@code price-output}; nothing)
 */
public record WriterSettings(
    String name,
    URI baseUrl,
    String model,
    Duration timeout,
    Access access,
    ChatParameters parameters,
    FinishReasons finishReasons,
    Price price) {

  /**
   * Reads {@code <prefix>.*}.
   *
   * @throws ConfigurationFault naming the key that is missing, unknown or bad
   */
  public static WriterSettings read(Config config, String prefix, String name) {
    WriterKeys keys = new WriterKeys(config, prefix);
    ChatParameters parameters = ChatParameters.read(keys);
    WriterSettings settings =
        new WriterSettings(
            name,
            url(keys.key("base-url"), keys.required("base-url")),
            keys.required("model"),
            positive(config, keys.key("timeout"), Duration.ofSeconds(60)),
            AccessReading.read(keys),
            parameters,
            FinishReasons.read(keys, parameters.maxTokens()),
            price(keys, SpendSettings.isCapped(config)));
    keys.rejectUnknown();
    return settings;
  }

  /** On what terms the model is asked. */
  Terms terms() {
    return new Terms(
        price, parameters.maxTokens() + parameters.reasoningTokens(), parameters.body().toString());
  }

  /** The settings without secrets. */
  @Override
  public String toString() {
    return name + " (" + model + " at " + baseUrl.getHost() + baseUrl.getPath() + ")";
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

  static URI url(String key, String value) {
    try {
      URI uri = URI.create(value.replaceAll("/+$", ""));
      if (uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getFragment() == null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Told below like any other bad URL.
    }
    throw new ConfigurationFault(key, "is not a URL such as https://api.example.org/v1");
  }

  private static Price price(WriterKeys keys, boolean capped) {
    return new Price(price(keys, "price-input", capped), price(keys, "price-output", capped));
  }

  private static BigDecimal price(WriterKeys keys, String name, boolean capped) {
    Optional<String> text = keys.find(name);
    if (text.isEmpty() && capped) {
      throw new ConfigurationFault(
          keys.key(name),
          "is missing; with broadsheet.budget.daily every model needs its prices (0 if it is free)");
    }
    return text.map(value -> SpendSettings.amount(keys.key(name), value)).orElse(BigDecimal.ZERO);
  }
}
