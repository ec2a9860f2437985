package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.List;
import java.util.Optional;

/**
 * The translation leads to the same addresses, each as often.
 *
 * @param source what was to be translated
 */
record SameLinks(String source) implements Gate {

  @Override
  public String name() {
    return "same-links";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> before = Outline.of(source).links();
    List<String> after = Outline.of(submission.text()).links();
    List<String> lost = Lost.of(before, after);
    if (!lost.isEmpty()) {
      return Optional.of("the link to " + lost.get(0) + " was lost; keep every link");
    }
    List<String> added = Lost.of(after, before);
    return added.isEmpty()
        ? Optional.empty()
        : Optional.of("the link to " + added.get(0) + " is not in the source; add none");
  }
}
