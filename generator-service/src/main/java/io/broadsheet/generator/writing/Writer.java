package io.broadsheet.generator.writing;

import java.time.Duration;

/** A model that can be asked. */
public interface Writer {

  /** Its name in configuration and credits. */
  String name();

  /** The provider's name of the model. */
  String model();

  /** What asking costs and how it is done. */
  Terms terms();

  /**
   * Asks once; nothing here retries. Holds no database connection.
   *
   * @param limit the longest to wait, besides the writer's own timeout
   * @throws ChatFailure if there is no usable answer
   */
  Answer ask(Prompt prompt, Duration limit);
}
