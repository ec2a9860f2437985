package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The text is in its language, as far as the script tells: mostly Cyrillic for a language written
 * so, no Cyrillic at all for any other. Code and link targets do not count.
 *
 * @param language ISO 639 code
 */
public record LanguageShare(String language) implements Gate {

  private static final Set<String> CYRILLIC =
      Set.of("ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "tg", "mn", "tt", "ba");
  private static final double LEAST_SHARE = 0.6;
  private static final Pattern NOT_PROSE =
      Pattern.compile("(?s)```.*?```|`[^`\\n]*`|\\]\\([^)]*\\)|https?://\\S+");

  @Override
  public String name() {
    return "language";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    String prose = NOT_PROSE.matcher(text).replaceAll(" ");
    long letters = prose.codePoints().filter(Character::isLetter).count();
    long cyrillic = prose.codePoints().filter(LanguageShare::isCyrillic).count();
    if (CYRILLIC.contains(language)) {
      return letters > 0 && (double) cyrillic / letters >= LEAST_SHARE
          ? Optional.empty()
          : Optional.of("the text was not in language " + language);
    }
    return cyrillic == 0
        ? Optional.empty()
        : Optional.of(
            "the text must be in language "
                + language
                + "; "
                + cyrillic
                + " Cyrillic letters were left");
  }

  private static boolean isCyrillic(int codePoint) {
    return Character.isLetter(codePoint)
        && Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.CYRILLIC;
  }
}
