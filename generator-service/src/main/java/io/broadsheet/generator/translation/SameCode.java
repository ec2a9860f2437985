package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.List;
import java.util.Optional;

/**
 * Code blocks and code spans are as they were.
 *
 * @param source what was to be translated
 */
record SameCode(String source) implements Gate {

  private static final int SHOWN = 60;

  @Override
  public String name() {
    return "same-code";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> before = Outline.of(source).code();
    List<String> after = Outline.of(submission.text()).code();
    List<String> lost = Lost.of(before, after);
    if (!lost.isEmpty()) {
      return Optional.of("the code \"" + shown(lost.get(0)) + "\" was lost or changed; copy it");
    }
    List<String> added = Lost.of(after, before);
    return added.isEmpty()
        ? Optional.empty()
        : Optional.of("the code \"" + shown(added.get(0)) + "\" is not in the source");
  }

  private static String shown(String code) {
    String line = code.strip().replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}
