package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Alphabet;
import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Prose;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.WriterName;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Nothing is left in the source's alphabet, outside code, addresses and quotation marks, but for a
 * small share such as a name. Of the Latin alphabet, whose names and terms stand in texts of every
 * language, only a run of words counts. Passes where the two languages share an alphabet or one is
 * unknown.
 *
 * @param from the source's language, ISO 639
 * @param to the target's
 * @param mostShare of all letters, 0 to 1
 * @param names of writers, which stay as they are
 */
record SourceLeft(String from, String to, double mostShare, List<String> names) implements Gate {

  private static final int SHOWN = 5;
  private static final Pattern WORD = Pattern.compile("\\p{L}+");

  @Override
  public String name() {
    return "source-left";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Optional<Alphabet> source = Alphabet.of(from);
    Optional<Alphabet> target = Alphabet.of(to);
    if (source.isEmpty() || target.isEmpty() || !source.get().differsFrom(target.get())) {
      return Optional.empty();
    }
    String words = Prose.unquoted(submission.text());
    Optional<String> left =
        source.get().isAtHomeEverywhere()
            ? run(WriterName.without(names, words), source.get())
            : share(words, source.get());
    return left.map(text -> "words in language " + from + " were left: \"" + text + "\"");
  }

  private Optional<String> share(String words, Alphabet source) {
    return source.count(words) <= mostShare * Alphabet.letters(words)
        ? Optional.empty()
        : Optional.of(left(words, source));
  }

  private static Optional<String> run(String words, Alphabet source) {
    int run = 0;
    for (String word : words.split("[^\\p{L}\\p{N}'’]+")) {
      run = word.isEmpty() || source.count(word) == 0 ? 0 : run + 1;
      if (run == SHOWN) {
        return Optional.of(left(words, source));
      }
    }
    return Optional.empty();
  }

  private static String left(String words, Alphabet alphabet) {
    return WORD.matcher(words)
        .results()
        .map(word -> word.group())
        .filter(word -> alphabet.count(word) > 0)
        .limit(SHOWN)
        .collect(Collectors.joining(" "));
  }
}
