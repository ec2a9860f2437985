package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The translation has the same lists, tables, quotations and paragraphs in the same order.
 *
 * @param source what was to be translated
 */
record SameStructure(String source) implements Gate {

  @Override
  public String name() {
    return "same-structure";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> before = Outline.of(source).structure();
    List<String> after = Outline.of(submission.text()).structure();
    if (before.equals(after)) {
      return Optional.empty();
    }
    Set<String> kinds = new LinkedHashSet<>(before);
    kinds.addAll(after);
    return kinds.stream()
        .filter(kind -> count(kind, before) != count(kind, after))
        .findFirst()
        .map(
            kind ->
                "the translation had %d of kind \"%s\", its source %d"
                    .formatted(count(kind, after), kind, count(kind, before)))
        .or(() -> Optional.of("lists, tables, quotations or paragraphs stood in another order"));
  }

  private static long count(String kind, List<String> structure) {
    return structure.stream().filter(kind::equals).count();
  }
}
