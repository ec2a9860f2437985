package io.broadsheet.generator.edition;

import java.time.Duration;

/** How an attempt at an edition ended. */
public sealed interface AttemptOutcome {

  /** Its posts and their messages exist. */
  record Published() implements AttemptOutcome {}

  /** Its texts are stored and wait for approval. */
  record Held() implements AttemptOutcome {}

  /**
   * There was nothing to do.
   *
   * @param state the edition's, final or held
   */
  record Finished(EditionState state) implements AttemptOutcome {}

  /**
   * Another holder works on it.
   *
   * @param leaseLeft how long its lease lasts if it is not renewed
   */
  record HeldElsewhere(Duration leaseLeft) implements AttemptOutcome {}

  /**
   * The writing or the translation failed; the next tick tries again.
   *
   * @param reason for a person
   */
  record Failed(String reason) implements AttemptOutcome {}

  /**
   * The attempt ended without a result: the lease was lost, or the database.
   *
   * @param reason for a person
   */
  record BrokenOff(String reason) implements AttemptOutcome {}
}
