package io.broadsheet.common.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * The languages that posts are written in.
 *
 * @param source the language the panel writes in ({@code broadsheet.languages.source})
 * @param translations the languages it is translated into ({@code
 *     broadsheet.languages.translations}), none of them the source
 */
public record Languages(String source, List<String> translations) {

  private static final Pattern CODE = Pattern.compile("[a-z]{2,3}");

  public Languages {
    translations = List.copyOf(translations);
  }

  /**
   * Reads {@code broadsheet.languages.*}; the default is {@code ru}, translated into {@code en}.
   *
   * @throws ConfigurationFault if a code is not an ISO 639 one in lower case or stands twice
   */
  public static Languages read(Config config) {
    String sourceKey = "broadsheet.languages.source";
    String translationsKey = "broadsheet.languages.translations";
    String source = config.getOptionalValue(sourceKey, String.class).orElse("ru").strip();
    check(sourceKey, source);
    List<String> translations =
        Arrays.stream(
                config.getOptionalValue(translationsKey, String.class).orElse("en").split(","))
            .map(String::strip)
            .filter(code -> !code.isEmpty())
            .toList();
    for (String code : translations) {
      check(translationsKey, code);
      if (code.equals(source)) {
        throw new ConfigurationFault(translationsKey, "holds the source language " + code);
      }
    }
    if (translations.stream().distinct().count() != translations.size()) {
      throw new ConfigurationFault(translationsKey, "names a language twice");
    }
    return new Languages(source, translations);
  }

  /** The source, then the translations. */
  public List<String> all() {
    List<String> all = new ArrayList<>(translations);
    all.add(0, source);
    return List.copyOf(all);
  }

  private static void check(String key, String code) {
    if (!CODE.matcher(code).matches()) {
      throw new ConfigurationFault(
          key, "holds \"" + code + "\"; write lower-case ISO 639 codes such as ru or en");
    }
  }
}
