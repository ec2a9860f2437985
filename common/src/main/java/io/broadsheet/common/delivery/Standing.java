package io.broadsheet.common.delivery;

/**
 * How a delivery stands when a command to it is judged.
 *
 * @param state its state
 * @param claimed whether a claim is live: a call or a probe may be under way
 * @param uncertain whether an earlier call may have had its effect
 * @param begun whether parts of the post are on the channel already
 * @param superseded whether a later command was applied to it
 * @param behind whether an earlier command to it is not settled yet
 * @param outdated whether a later generation of the post exists for the target
 */
public record Standing(
    DeliveryState state,
    boolean claimed,
    boolean uncertain,
    boolean begun,
    boolean superseded,
    boolean behind,
    boolean outdated) {

  /** One that no other command has anything to do with. */
  public static Standing of(
      DeliveryState state, boolean claimed, boolean uncertain, boolean begun) {
    return new Standing(state, claimed, uncertain, begun, false, false, false);
  }

  /** Whether an effect of it, or of a part of it, may be at the target. */
  public boolean mayExist() {
    return state == DeliveryState.UNKNOWN || uncertain || begun;
  }

  /**
   * Whether it is settled for good, so that a new generation repeats nothing by accident: {@code
   * posted}, {@code skipped}, or {@code parked} without a possible effect.
   */
  public boolean isFinal() {
    return switch (state) {
      case POSTED, SKIPPED -> true;
      case PARKED -> !mayExist();
      case PENDING, SENDING, RETRY, UNKNOWN -> false;
    };
  }
}
