package io.broadsheet.publisher.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.RunningSandbox;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * One delivery that meets one fault.
 *
 * @param channel where to
 * @param fault what it meets, and where
 * @param method the API's method that the fault sits on
 * @param sandbox where that API is
 * @param target the delivery's target
 * @param post the delivery's post
 */
record FaultRun(
    SandboxedChannel channel,
    Fault fault,
    String method,
    RunningSandbox sandbox,
    OpenTarget target,
    UUID post) {

  /** The faults that hit twice; "slow" is slower than the target's timeout. */
  static final List<String> KINDS =
      List.of(
          "error",
          "throttle",
          "hang",
          "slow",
          "reset-before",
          "reset-after-effect",
          "5xx-after-effect",
          "late-effect");

  /** How long after its refusal a late effect comes: after the call's deadline. */
  static final Duration LATE = Duration.ofMillis(2_500);

  /** Before it, where the API would take a later repetition for a new post. */
  static final Duration LATE_WITHIN_DEADLINE = Duration.ofMillis(1_000);

  /** Which request a fault sits on. */
  enum Place {
    /** The call. */
    CALL,
    /** The probe after a call whose effect exists. */
    PROBE_OF_AN_EFFECT,
    /** The probe after a call that had no effect. */
    PROBE_OF_NOTHING
  }

  /**
   * A fault.
   *
   * @param kind one of the sandbox's
   * @param place which request it sits on
   * @param forEver whether it hits every request; else two
   */
  record Fault(String kind, Place place, boolean forEver) {

    @Override
    public String toString() {
      return kind + (forEver ? " for ever" : "");
    }
  }

  /** Makes the sandbox misbehave. */
  void begin() {
    switch (fault.place()) {
      case CALL -> {}
      case PROBE_OF_AN_EFFECT -> rule(channel.sendMethod(), "reset-after-effect", false, 1);
      case PROBE_OF_NOTHING -> rule(channel.sendMethod(), "reset-before", false, 1);
    }
    rule(method, fault.kind(), fault.forEver(), 2);
  }

  private void rule(String at, String kind, boolean forEver, int times) {
    sandbox.fault(
        """
        {"api":"%s","method":"%s","fault":"%s","retryAfter":1,"delayMs":%d%s}\
        """
            .formatted(
                channel.api(),
                at,
                kind,
                kind.equals("slow")
                    ? 3_500
                    : (channel.readsKeyFirst() ? LATE_WITHIN_DEADLINE : LATE).toMillis(),
                forEver ? "" : ",\"times\":" + times));
  }

  /** How many requests the fault hit. */
  int hits() {
    return sandbox.faults().stream()
        .filter(rule -> rule.path("api").asText().equals(channel.api()))
        .filter(rule -> rule.path("method").asText().equals(method))
        .filter(rule -> rule.path("fault").asText().equals(fault.kind()))
        .mapToInt(rule -> rule.path("hits").asInt())
        .sum();
  }

  /** What readers see. */
  List<JsonNode> effects() {
    return sandbox.effects(channel.api());
  }

  /** For messages. */
  @Override
  public String toString() {
    return "%s: %s at %s (%s)".formatted(channel.label(), fault, method, fault.place());
  }
}
