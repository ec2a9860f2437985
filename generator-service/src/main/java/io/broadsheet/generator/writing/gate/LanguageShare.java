package io.broadsheet.generator.writing.gate;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * The text is in its language, as far as its letters tell. Code, link targets and quotations do not
 * count; where nearly all is quoted, quotations do. A language without an {@link Alphabet} passes,
 * and the log says so once.
 *
 * @param language ISO 639 code
 * @param leastShare of the letters, 0 to 1, that must be of the language's alphabet
 */
public record LanguageShare(String language, double leastShare) implements Gate {

  private static final Logger LOG = Logger.getLogger(LanguageShare.class);
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();
  private static final int TOO_FEW = 20;

  @Override
  public String name() {
    return "language";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Optional<Alphabet> alphabet = Alphabet.of(language);
    if (alphabet.isEmpty() && TOLD.add(language)) {
      LOG.warnf("the gates know no alphabet of language %s and let its letters pass", language);
    }
    return alphabet.flatMap(known -> fault(known, submission.text()));
  }

  private Optional<String> fault(Alphabet alphabet, String text) {
    String words = Prose.unquoted(text);
    if (Alphabet.letters(words) < TOO_FEW) {
      words = Prose.of(text);
    }
    long letters = Alphabet.letters(words);
    double share = letters == 0 ? 0 : (double) alphabet.count(words) / letters;
    return share >= leastShare
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the text was not in language %s: %.0f %% of its letters are, at least %.0f %% must"
                    + " be",
                language,
                100 * share,
                100 * leastShare));
  }
}
