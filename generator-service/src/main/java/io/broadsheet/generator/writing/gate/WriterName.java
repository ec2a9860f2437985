package io.broadsheet.generator.writing.gate;

import java.text.Normalizer;
import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the names of writers in a text, also where letters only look like theirs. */
public final class WriterName {

  private static final String ALIKE_CYRILLIC = "авекмнорстухіјѕ";
  private static final String ALIKE_LATIN = "abekmhopctyxijs";

  private WriterName() {}

  /** The name as a whole word; with no flags as it is written, which is in lower case. */
  public static Pattern pattern(String writer, int flags) {
    return Pattern.compile(word(writer), flags);
  }

  /** The text without these names: what is left of it is to be told by its letters. */
  public static String without(Collection<String> writers, String text) {
    return writers.isEmpty()
        ? text
        : Pattern.compile(
                writers.stream().map(WriterName::word).collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE)
            .matcher(text)
            .replaceAll(" ");
  }

  /** The same, as part of a pattern. */
  static String word(String writer) {
    return "(?<![\\p{L}\\p{N}-])"
        + Pattern.quote(writer.toLowerCase(Locale.ROOT))
        + "(?![\\p{L}\\p{N}-])";
  }

  /**
   * The text in lower case and in Latin letters, where Cyrillic ones or others of Unicode look like
   * them: a name that is written so reads as the name.
   */
  static String lookOf(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    StringBuilder look = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i++) {
      int alike = ALIKE_CYRILLIC.indexOf(plain.charAt(i));
      look.append(alike < 0 ? plain.charAt(i) : ALIKE_LATIN.charAt(alike));
    }
    return look.toString();
  }
}
