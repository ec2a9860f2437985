package io.broadsheet.generator.writing;

/** A model did not answer; the message says why, without the key. */
public class ChatFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean passing;

  /**
   * @param reason what happened, for a person
   * @param passing whether asking again soon may help
   */
  public ChatFailure(String reason, boolean passing) {
    super(reason);
    this.passing = passing;
  }

  /**
   * Whether asking again soon may help: a server error or a lost connection, not a refused key, and
   * a silent server only where no other can be asked instead.
   */
  public boolean passing() {
    return passing;
  }
}
