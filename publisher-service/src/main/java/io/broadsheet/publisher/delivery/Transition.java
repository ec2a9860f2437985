package io.broadsheet.publisher.delivery;

import io.broadsheet.common.delivery.DeliveryState;
import java.time.Duration;

/**
 * Where one answer takes a delivery, and what it means for its whole target.
 *
 * @param next the delivery's next state
 * @param effect what happens to the target
 */
record Transition(Next next, TargetEffect effect) {

  static Transition to(Next next) {
    return new Transition(next, new TargetEffect.None());
  }

  /** A delivery's next state. */
  sealed interface Next {

    /** The state's word. */
    DeliveryState state();

    /** Shown to people as the reason. */
    String why();
  }

  /** The effect exists. */
  record Posted(String externalId, String externalUrl) implements Next {
    @Override
    public DeliveryState state() {
      return DeliveryState.POSTED;
    }

    @Override
    public String why() {
      return externalUrl.isEmpty() ? externalId : externalUrl;
    }
  }

  /** No effect exists; due again. */
  record Retry(Duration in, Cost cost, String why) implements Next {
    @Override
    public DeliveryState state() {
      return DeliveryState.RETRY;
    }
  }

  /** The effect may exist; due again for a probe, or a call with the same key. */
  record Unknown(Duration in, Cost cost, String why) implements Next {
    @Override
    public DeliveryState state() {
      return DeliveryState.UNKNOWN;
    }
  }

  /** Waits for a person. */
  record Parked(Existence existence, String why) implements Next {
    @Override
    public DeliveryState state() {
      return DeliveryState.PARKED;
    }
  }

  /** Whether the try counts towards max-attempts. */
  enum Cost {
    ONE_ATTEMPT,
    NOTHING
  }

  /** What is known of a parked delivery's effect. */
  enum Existence {
    NONE,
    POSSIBLE
  }

  /** What an answer means for the whole target, over all replicas. */
  sealed interface TargetEffect {

    /** Nothing. */
    record None() implements TargetEffect {}

    /** No call or probe before this long has passed. */
    record Hold(Duration duration) implements TargetEffect {}

    /** No call or probe before a person ends the pause. */
    record Pause(String reason) implements TargetEffect {}
  }
}
