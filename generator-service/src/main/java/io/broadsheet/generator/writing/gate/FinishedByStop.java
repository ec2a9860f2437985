package io.broadsheet.generator.writing.gate;

import java.util.Optional;

/** The model ended by itself: a text cut off by a limit or a filter is not whole. */
public final class FinishedByStop implements Gate {

  @Override
  public String name() {
    return "finished";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return submission.finished()
        ? Optional.empty()
        : Optional.of(
            "the answer was not finished (finish_reason "
                + submission.finishReason()
                + "); write less and end the text");
  }
}
