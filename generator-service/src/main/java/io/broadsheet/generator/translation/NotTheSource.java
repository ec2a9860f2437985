package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Prose;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The translation is not the source given back: fewer than half of the source's sentences stand in
 * it unchanged. Sentences of fewer than four words, names and terms for the most part, do not
 * count.
 *
 * @param source what was to be translated
 */
record NotTheSource(String source) implements Gate {

  private static final int WORDS = 4;

  @Override
  public String name() {
    return "not-the-source";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> before = sentences(source);
    Set<String> after = Set.copyOf(sentences(submission.text()));
    long kept = before.stream().filter(after::contains).count();
    return kept > 0 && 2 * kept >= before.size()
        ? Optional.of("the answer gave the source back; translate it")
        : Optional.empty();
  }

  private static List<String> sentences(String text) {
    return Arrays.stream(Prose.of(text).split("(?<=[.!?…])\\s+|\\n"))
        .map(sentence -> sentence.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " "))
        .map(String::strip)
        .filter(sentence -> sentence.split(" ").length >= WORDS)
        .toList();
  }
}
