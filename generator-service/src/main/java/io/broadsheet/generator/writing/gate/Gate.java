package io.broadsheet.generator.writing.gate;

import java.util.Optional;

/** A check that an answer must pass before it is used. */
public interface Gate {

  /** Its name in logs and reasons, for instance {@code length}. */
  String name();

  /**
   * Looks at an answer.
   *
   * @return what is wrong, as told to the model that has to do it again and to the person who reads
   *     why an edition failed; empty if nothing is
   */
  Optional<String> fault(Submission submission);
}
