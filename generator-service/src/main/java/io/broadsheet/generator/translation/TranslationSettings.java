package io.broadsheet.generator.translation;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * How translations are asked for.
 *
 * @param batchCharacters of the source in one question ({@code
 *     broadsheet.translation.batch-characters}); a longer block is asked for alone
 * @param deadline the longest that one article's translation may take, all questions included
 *     ({@code broadsheet.translation.deadline})
 */
public record TranslationSettings(int batchCharacters, Duration deadline) {

  private static final int LEAST = 200;
  private static final int MOST = 200_000;

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the key at fault
   */
  public static TranslationSettings read(Config config) {
    String key = "broadsheet.translation.batch-characters";
    int characters;
    try {
      characters = config.getOptionalValue(key, Integer.class).orElse(12_000);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault(key, "is not an integer");
    }
    if (characters < LEAST || characters > MOST) {
      throw new ConfigurationFault(
          key, "is " + characters + "; write a number from " + LEAST + " to " + MOST);
    }
    return new TranslationSettings(
        characters,
        Durations.find(config, "broadsheet.translation.deadline").orElse(Duration.ofMinutes(10)));
  }
}
