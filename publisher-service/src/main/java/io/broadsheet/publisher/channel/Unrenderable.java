package io.broadsheet.publisher.channel;

/** A post that no rule can bring into a channel's form; its delivery is parked with this reason. */
public class Unrenderable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason what does not fit, and which limit it breaks
   */
  public Unrenderable(String reason) {
    super(reason);
  }
}
