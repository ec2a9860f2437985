package io.broadsheet.publisher.delivery;

import io.broadsheet.common.delivery.DeliveryState;
import io.broadsheet.publisher.channel.Move;
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

  /** One part exists and goes into the ledger; the next one is due at once. */
  record PartPosted(String externalId, String externalUrl, int partsLeft) implements Next {
    @Override
    public DeliveryState state() {
      return DeliveryState.RETRY;
    }

    @Override
    public String why() {
      return externalId + " is posted, parts left: " + partsLeft;
    }
  }

  /** The API does not take this form; the part's next plainer one is due at once, free. */
  record Plainer(Existence earlier, String why) implements Next {
    @Override
    public DeliveryState state() {
      return earlier == Existence.POSSIBLE ? DeliveryState.UNKNOWN : DeliveryState.RETRY;
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

  /**
   * The effect may exist, and the call may still be at work: due for a call with the same key, not
   * before the deadline of the last one.
   */
  record Repeat(Duration in, String why) implements Next {
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

  /** What is known of the effect of earlier calls. */
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

    /** No call or probe before the pause ends. */
    record Pause(PauseCause cause, String reason) implements TargetEffect {}

    /** Calls and probes go to another address. */
    record Redirect(Move move) implements TargetEffect {}
  }
}
