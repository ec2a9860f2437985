package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.List;
import java.util.Optional;

/**
 * The translation has the same headings, by number, order and level.
 *
 * @param source what was to be translated
 */
record SameHeadings(String source) implements Gate {

  @Override
  public String name() {
    return "same-headings";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<Integer> before = Outline.of(source).headings();
    List<Integer> after = Outline.of(submission.text()).headings();
    if (before.equals(after)) {
      return Optional.empty();
    }
    return before.size() == after.size()
        ? Optional.of("the headings' levels were " + after + ", in the source " + before)
        : Optional.of(
            "the translation had " + after.size() + " headings, its source " + before.size());
  }
}
