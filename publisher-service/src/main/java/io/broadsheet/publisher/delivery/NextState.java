package io.broadsheet.publisher.delivery;

import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.delivery.Transition.Cost;
import io.broadsheet.publisher.delivery.Transition.Existence;
import io.broadsheet.publisher.delivery.Transition.TargetEffect;
import java.time.Duration;

/**
 * The one place that decides where an answer takes a delivery; {@code docs/delivery-states.md}
 * draws it. It reads no clock and no database.
 *
 * @param policy the target's policy
 * @param backoff how failures wait
 * @param keyWindow how long the API takes a repetition for the same effect; zero if it has no key
 * @param repeatsAtOnce whether it does so even while the first call is still at work
 */
record NextState(
    DeliveryPolicy policy, Backoff backoff, Duration keyWindow, boolean repeatsAtOnce) {

  /** How soon an unknown outcome is first looked at where a repetition would not be safe. */
  static final Duration FIRST_LOOK = Duration.ofSeconds(1);

  /**
   * What is known when an answer arrives.
   *
   * @param uncertain whether an earlier call may have had its effect
   * @param attempt calls that count, this one included
   * @param probes probes since the last call, this one included
   * @param absenceCertainIn how long after this probe began "absent" would be proof; zero if it is
   * @param partsLeft parts of the post after this one
   * @param plainerForms plainer forms of this part
   */
  record Known(
      boolean uncertain,
      int attempt,
      int probes,
      Duration absenceCertainIn,
      int partsLeft,
      int plainerForms) {}

  /** Where the answer to a call leads. */
  Transition afterCall(Outcome outcome, Known known) {
    if (outcome instanceof Outcome.Posted posted) {
      return posted(posted.externalId(), posted.externalUrl(), known);
    }
    if (outcome instanceof Outcome.NotSent) {
      return Transition.to(afterNotSent(outcome.message(), known));
    }
    if (outcome instanceof Outcome.Throttled throttled) {
      return new Transition(
          waiting(throttled.after(), Cost.NOTHING, outcome.message(), known),
          new TargetEffect.Hold(throttled.after()));
    }
    if (outcome instanceof Outcome.Deferred deferred) {
      return Transition.to(waiting(deferred.after(), Cost.NOTHING, outcome.message(), known));
    }
    if (outcome instanceof Outcome.Rejected rejected) {
      return afterRejected(rejected, known);
    }
    if (outcome instanceof Outcome.Moved moved) {
      return new Transition(
          waiting(Duration.ZERO, Cost.NOTHING, outcome.message(), known),
          new TargetEffect.Redirect(moved.move()));
    }
    // Outcome.Unknown; also the safe reading of an outcome this code does not know.
    return Transition.to(afterUnknown(outcome.message(), known));
  }

  /** Where the answer to a probe leads. */
  Transition afterProbe(Sighting sighting, Known known) {
    if (sighting instanceof Sighting.Found found) {
      return posted(found.externalId(), found.externalUrl(), known);
    }
    if (sighting instanceof Sighting.Absent absent) {
      return Transition.to(afterAbsent(absent.message(), known));
    } else if (sighting instanceof Sighting.Throttled throttled) {
      return new Transition(
          new Transition.Unknown(throttled.after(), Cost.NOTHING, throttled.message()),
          new TargetEffect.Hold(throttled.after()));
    }
    return Transition.to(afterCannotTell(((Sighting.CannotTell) sighting).message(), known));
  }

  private static Transition posted(String externalId, String externalUrl, Known known) {
    return Transition.to(
        known.partsLeft() > 0
            ? new Transition.PartPosted(externalId, externalUrl, known.partsLeft())
            : new Transition.Posted(externalId, externalUrl));
  }

  private Transition.Next afterNotSent(String why, Known known) {
    if (known.uncertain() || known.attempt() < policy.maxAttempts()) {
      return waiting(backoff.after(known.attempt()), Cost.ONE_ATTEMPT, why, known);
    }
    return givenUp(why);
  }

  private Transition afterRejected(Outcome.Rejected rejected, Known known) {
    Existence earlier = known.uncertain() ? Existence.POSSIBLE : Existence.NONE;
    return switch (rejected.cause()) {
      case FORM ->
          Transition.to(
              known.plainerForms() > 0
                  ? new Transition.Plainer(earlier, "a plainer form next: " + rejected.message())
                  : refused(earlier, rejected));
      case CONTENT -> Transition.to(refused(earlier, rejected));
      case CONFIGURATION -> paused(PauseCause.CONFIGURATION, rejected, known);
      case PERSON -> paused(PauseCause.PERSON, rejected, known);
    };
  }

  private static Transition.Next refused(Existence earlier, Outcome.Rejected rejected) {
    return new Transition.Parked(earlier, "refused: " + rejected.message());
  }

  private static Transition paused(PauseCause cause, Outcome.Rejected rejected, Known known) {
    return new Transition(
        waiting(Duration.ZERO, Cost.NOTHING, rejected.message(), known),
        new TargetEffect.Pause(cause, rejected.message()));
  }

  private Transition.Next afterAbsent(String why, Known known) {
    if (known.absenceCertainIn().isZero()) {
      return known.attempt() < policy.maxAttempts()
          ? new Transition.Retry(Duration.ZERO, Cost.ONE_ATTEMPT, "not on the channel: " + why)
          : givenUp("not on the channel: " + why);
    }
    Duration wait = backoff.after(known.probes());
    return new Transition.Unknown(
        wait.compareTo(known.absenceCertainIn()) < 0 ? wait : known.absenceCertainIn(),
        Cost.ONE_ATTEMPT,
        "not on the channel yet: " + why);
  }

  private Transition.Next afterCannotTell(String why, Known known) {
    if (known.probes() < policy.maxProbes()) {
      return new Transition.Unknown(backoff.after(known.probes()), Cost.ONE_ATTEMPT, why);
    }
    if (policy.onUnknown() == DeliveryPolicy.OnUnknown.RESEND
        && known.attempt() < policy.maxAttempts()) {
      // The API may still be at work on the earlier call: a repetition now would make two.
      return known.absenceCertainIn().isZero()
          ? new Transition.Retry(
              Duration.ZERO,
              Cost.ONE_ATTEMPT,
              "sent again though it may exist (on-unknown): " + why)
          : new Transition.Unknown(known.absenceCertainIn(), Cost.ONE_ATTEMPT, why);
    }
    return new Transition.Parked(
        Existence.POSSIBLE, "no probe could tell whether it was posted: " + why);
  }

  private Transition.Next afterUnknown(String why, Known known) {
    if (keyWindow.isZero()) {
      return new Transition.Unknown(FIRST_LOOK, Cost.ONE_ATTEMPT, why);
    }
    Duration in = known.uncertain() ? backoff.after(known.attempt()) : Duration.ZERO;
    return repeatsAtOnce
        ? new Transition.Unknown(in, Cost.ONE_ATTEMPT, why)
        : new Transition.Repeat(in, why);
  }

  private Transition.Next givenUp(String why) {
    return new Transition.Parked(
        Existence.NONE, "gave up after " + policy.maxAttempts() + " attempts; last: " + why);
  }

  // A call without effect proves nothing about an earlier one that may have had it.
  private static Transition.Next waiting(Duration in, Cost cost, String why, Known known) {
    return known.uncertain()
        ? new Transition.Unknown(in, cost, why)
        : new Transition.Retry(in, cost, why);
  }
}
