package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Prose;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.List;
import java.util.Optional;

/**
 * The translation has the same numbers, in whatever format: 1 000 is 1,000, 3,5 is 3.5, XIX is 19.
 *
 * @param source what was to be translated
 */
record SameNumbers(String source) implements Gate {

  @Override
  public String name() {
    return "same-numbers";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String before = Prose.of(source);
    String after = Prose.of(submission.text());
    List<String> lost =
        Lost.of(Lost.of(Numbers.of(before), Numbers.of(after)), Numbers.roman(after));
    if (!lost.isEmpty()) {
      return Optional.of("the number " + lost.get(0) + " was lost or changed; keep every number");
    }
    List<String> added =
        Lost.of(Lost.of(Numbers.of(after), Numbers.of(before)), Numbers.roman(before));
    return added.isEmpty()
        ? Optional.empty()
        : Optional.of("the number " + added.get(0) + " is not in the source; add none");
  }
}
