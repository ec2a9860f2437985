package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * No word is written half in Latin, half in Cyrillic letters, as models that slip between languages
 * write, and whoever wants a name to look like another. Roman numerals may, and endings at capitals
 * ("PDFки").
 */
public final class MixedLetters implements Gate {

  private static final Pattern WORD = Pattern.compile("(?<!\\\\)[\\p{IsLatin}\\p{IsCyrillic}]{2,}");
  private static final Pattern BOTH = Pattern.compile("(?=.*\\p{IsLatin})(?=.*\\p{IsCyrillic}).*");
  private static final Pattern ALLOWED =
      Pattern.compile("[IVXLCDMХІСМ]+|[A-Z]{2,}s?\\p{IsCyrillic}{1,5}");

  @Override
  public String name() {
    return "mixed-letters";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return in(Prose.of(submission.text()))
        .map(word -> "the word \"" + word + "\" mixes Latin and Cyrillic letters; write it in one");
  }

  /** The first such word. */
  static Optional<String> in(String text) {
    return WORD.matcher(text)
        .results()
        .map(word -> word.group())
        .filter(word -> BOTH.matcher(word).matches() && !ALLOWED.matcher(word).matches())
        .findFirst();
  }
}
