package io.broadsheet.generator.writing.gate;

import java.lang.Character.UnicodeScript;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * No sentence stands in an alphabet that is not the language's, outside code and quotation marks:
 * models slip into the language they learnt most of. A name, a term, a title of a few words may. A
 * language without an {@link Alphabet} passes.
 *
 * @param language ISO 639 code
 * @param names of writers, which may stand in a row, as in a list of authors
 */
public record NoForeignSentence(String language, Collection<String> names) implements Gate {

  private static final int LATIN_WORDS = 8;
  private static final int LETTERS = 30;
  private static final int SIGNS = 8;
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{M}\\p{N}'’]+");

  public NoForeignSentence {
    names = List.copyOf(names);
  }

  @Override
  public String name() {
    return "foreign-sentence";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return Alphabet.of(language)
        .flatMap(own -> longest(own, WriterName.without(names, Prose.unquoted(submission.text()))));
  }

  private static Optional<String> longest(Alphabet own, String prose) {
    for (String line : prose.split("\\n")) {
      StringBuilder run = new StringBuilder();
      int words = 0;
      for (String word : BETWEEN.split(line)) {
        boolean foreign = Alphabet.letters(word) > 0 && own.count(word) == 0;
        if (!foreign && !word.chars().allMatch(Character::isDigit)) {
          run.setLength(0);
          words = 0;
        } else if (foreign) {
          run.append(run.isEmpty() ? "" : " ").append(word);
          words++;
          if (isSentence(run, words)) {
            return Optional.of(
                "\"" + run + "\" stood in another alphabet; write all in the language asked for");
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isSentence(CharSequence run, int words) {
    int latin = 0;
    int signs = 0;
    int others = 0;
    for (int point : run.chars().filter(Character::isLetter).toArray()) {
      UnicodeScript script = UnicodeScript.of(point);
      switch (script) {
        case LATIN -> latin++;
        case HAN, HIRAGANA, KATAKANA, HANGUL, THAI -> signs++;
        default -> others++;
      }
    }
    return signs >= SIGNS || others >= LETTERS || latin > 0 && words >= LATIN_WORDS;
  }
}
