package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;

/** The model ended by itself: a text cut off by a limit or a filter is not whole. */
public final class FinishedByStop implements Gate {

  @Override
  public String name() {
    return "finished";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    return "stop".equals(answer.finishReason())
        ? Optional.empty()
        : Optional.of(
            "the answer was not finished (finish_reason "
                + answer.finishReason()
                + "); write less and end the text");
  }
}
