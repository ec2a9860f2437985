package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Who makes one article of the sections, and what becomes of it if nobody does.
 *
 * @param writer the name of the writer that is asked first ({@code broadsheet.composer.writer});
 *     empty: the authors take turns
 * @param most how many are asked before the fallback ({@code broadsheet.composer.most}), 1 or more;
 *     one whose call surely cost nothing does not count
 * @param fallback if no composer's answer passes ({@code broadsheet.composer.fallback})
 */
public record ComposerSettings(Optional<String> writer, int most, Fallback fallback) {

  /** What becomes of sections that nobody glues. */
  public enum Fallback {
    /** The article is put together as it stands, under the content type's headings. */
    PLAIN,
    /** The attempt fails. */
    FAIL
  }

  private static final String WRITER = "broadsheet.composer.writer";
  private static final String MOST = "broadsheet.composer.most";
  private static final String FALLBACK = "broadsheet.composer.fallback";

  /**
   * Reads and checks them.
   *
   * @param writers the panel's names
   * @throws ConfigurationFault naming the key at fault
   */
  public static ComposerSettings read(Config config, List<String> writers) {
    Optional<String> writer = config.getOptionalValue(WRITER, String.class).map(String::strip);
    if (writer.isPresent() && !writers.contains(writer.get())) {
      throw new ConfigurationFault(
          WRITER, "is \"" + writer.get() + "\", no writer of the panel; there are " + writers);
    }
    int most = WriterSettings.value(config, MOST, Integer.class).orElse(2);
    if (most < 1) {
      throw new ConfigurationFault(MOST, "is " + most + "; write 1 or more");
    }
    String fallback = config.getOptionalValue(FALLBACK, String.class).orElse("plain").strip();
    return new ComposerSettings(
        writer,
        most,
        Arrays.stream(Fallback.values())
            .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(fallback))
            .findFirst()
            .orElseThrow(
                () ->
                    new ConfigurationFault(
                        FALLBACK, "is \"" + fallback + "\"; write plain or fail")));
  }
}
