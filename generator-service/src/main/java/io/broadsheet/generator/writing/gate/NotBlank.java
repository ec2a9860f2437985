package io.broadsheet.generator.writing.gate;

import java.util.Optional;

/** There is a text at all. */
public final class NotBlank implements Gate {

  @Override
  public String name() {
    return "not-blank";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return submission.text().isBlank() ? Optional.of("the answer was empty") : Optional.empty();
  }
}
