package io.broadsheet.generator.writing;

/** What was written on the topic was refused, so the next attempt is to take another one. */
public class TopicFailed extends WritingFailed {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason as for every failure
   */
  public TopicFailed(String reason) {
    super(reason);
  }
}
