package io.broadsheet.generator.writing.gate;

import java.util.Optional;

/** The answer is one line. */
public final class OneLine implements Gate {

  @Override
  public String name() {
    return "one-line";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return submission.text().lines().count() > 1
        ? Optional.of("the answer had several lines; give one line only")
        : Optional.empty();
  }
}
