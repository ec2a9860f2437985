package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;

/** The answer is one line. */
public final class OneLine implements Gate {

  @Override
  public String name() {
    return "one-line";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    return text.lines().count() > 1
        ? Optional.of("the answer had several lines; give one line only")
        : Optional.empty();
  }
}
