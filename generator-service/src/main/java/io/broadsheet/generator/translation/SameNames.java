package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Alphabet;
import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Prose;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.WriterName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The writers' names stand in the translation where they stand in the source, in the same order.
 * Otherwise one writer would be said to have written what is another's. In a language of the names'
 * own letters a name may also be a word: there, more of them in the translation are no fault, and
 * of those in such a source only the ones that were kept count.
 *
 * @param source what was to be translated
 * @param from its language, ISO 639
 * @param to the translation's
 * @param writers names as they stand in marks, in lower case
 */
record SameNames(String source, String from, String to, List<String> writers) implements Gate {

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

  @Override
  public String name() {
    return "same-names";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> before = names(source);
    List<String> after = names(submission.text());
    for (String writer : writers) {
      boolean mayBeAWord = mayBeAWord(writer, from);
      if (mayBeAWord
          && Collections.frequency(before, writer) != Collections.frequency(after, writer)) {
        before.removeIf(writer::equals);
        after.removeIf(writer::equals);
      } else if (!before.contains(writer) && mayBeAWord(writer, to)) {
        after.removeIf(writer::equals);
      }
    }
    boolean more = writers.stream().anyMatch(writer -> mayBeAWord(writer, to));
    return before.equals(after) || more && standIn(after, before)
        ? Optional.empty()
        : Optional.of(
            "the writers' names stood as "
                + after
                + ", in the source as "
                + before
                + "; copy each to its place");
  }

  private static boolean standIn(List<String> after, List<String> before) {
    int found = 0;
    for (String name : after) {
      found += found < before.size() && before.get(found).equals(name) ? 1 : 0;
    }
    return found == before.size();
  }

  private static boolean mayBeAWord(String writer, String language) {
    return Alphabet.of(language).map(own -> own.count(writer) > 0).orElse(true);
  }

  private List<String> names(String text) {
    String prose = Prose.of(text);
    Map<Integer, String> byPlace = new TreeMap<>();
    for (String writer : writers) {
      WriterName.pattern(writer, FLAGS)
          .matcher(prose)
          .results()
          .forEach(found -> byPlace.put(found.start(), writer));
    }
    return new ArrayList<>(byPlace.values());
  }
}
