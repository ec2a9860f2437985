package io.broadsheet.common.event;

/**
 * A record that cannot become a delivery; it goes to {@code broadsheet.dead-letter} with this
 * reason.
 */
public class UnreadableEvent extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason what is wrong, without the event's text
   */
  public UnreadableEvent(String reason) {
    super(reason);
  }
}
