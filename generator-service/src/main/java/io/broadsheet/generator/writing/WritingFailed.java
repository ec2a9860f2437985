package io.broadsheet.generator.writing;

/**
 * The article or its translation could not be made this time; the message says why. The next
 * attempt goes on from what there is, unless it is {@link TopicFailed}.
 */
public class WritingFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the edition's {@code last_error}; without secrets
   */
  public WritingFailed(String reason) {
    super(reason);
  }
}
