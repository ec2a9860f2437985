package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;

/** A check that an answer must pass before it is used. */
public interface Gate {

  /** Its name in logs and reasons, for instance {@code length}. */
  String name();

  /**
   * Looks at an answer.
   *
   * @param answer as the model gave it, but for its text
   * @param text its text after {@link AnswerCleaning}
   * @return what is wrong, as told to the model that has to do it again; empty if nothing is
   */
  Optional<String> fault(Answer answer, String text);
}
