package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.Optional;

/**
 * A gate for texts, asked about a translation: what the source says itself is no fault of the
 * translation.
 *
 * @param gate asked about both
 * @param source what was to be translated
 */
record NewIn(Gate gate, String source) implements Gate {

  @Override
  public String name() {
    return gate.name();
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return gate.fault(submission).filter(fault -> gate.fault(Submission.whole(source)).isEmpty());
  }
}
