package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;

/** There is a text at all. */
public final class NotBlank implements Gate {

  @Override
  public String name() {
    return "not-blank";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    return text.isBlank() ? Optional.of("the answer was empty") : Optional.empty();
  }
}
