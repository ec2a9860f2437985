package io.broadsheet.generator.writing.gate;

import java.util.Optional;

/** The text's length is within bounds. */
public record Length(Bounds bounds) implements Gate {

  @Override
  public String name() {
    return "length";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return bounds.hold(submission.text())
        ? Optional.empty()
        : Optional.of(
            "the text had "
                + Bounds.length(submission.text())
                + " characters; it must have "
                + bounds.least()
                + " to "
                + bounds.most());
  }
}
