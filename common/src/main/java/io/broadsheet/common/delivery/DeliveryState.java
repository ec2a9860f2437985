package io.broadsheet.common.delivery;

import java.util.Locale;

/**
 * Where a delivery stands. The database and the API hold the lower-case name. {@code
 * docs/delivery-states.md} draws the transitions.
 */
public enum DeliveryState {
  /** Not tried yet. */
  PENDING,
  /** A claim is committed; its call may be under way until the lease ends. */
  SENDING,
  /** The last call is known to have had no effect; due again at {@code next_attempt_at}. */
  RETRY,
  /** The last call may have had its effect; only a probe, a key or a person may settle it. */
  UNKNOWN,
  /** Waits for a person, with the reason in {@code last_error}. */
  PARKED,
  /** The effect exists and its external id is known. */
  POSTED,
  /** A person decided that it will not be sent. */
  SKIPPED;

  /** The name as stored and shown, for instance {@code posted}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a stored name.
   *
   * @throws IllegalArgumentException if no state has this name
   */
  public static DeliveryState of(String wireName) {
    for (DeliveryState state : values()) {
      if (state.wireName().equals(wireName)) {
        return state;
      }
    }
    throw new IllegalArgumentException("no delivery state is called \"" + wireName + "\"");
  }
}
