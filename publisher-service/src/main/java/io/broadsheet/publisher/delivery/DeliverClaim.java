package io.broadsheet.publisher.delivery;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Hold;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Unrenderable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Does what one claim permits: one call or one probe, and the record of what it brought. It holds
 * no connection over the call.
 */
final class DeliverClaim {

  private static final Logger LOG = Logger.getLogger(DeliverClaim.class);

  private final Freeze freeze;
  private final ReleaseClaims releaseClaims;
  private final RecordAnswer recordAnswer;
  private final DeliveryMetrics metrics;
  private final Holds holds;

  DeliverClaim(
      Freeze freeze,
      ReleaseClaims releaseClaims,
      RecordAnswer recordAnswer,
      DeliveryMetrics metrics,
      Holds holds) {
    this.freeze = freeze;
    this.releaseClaims = releaseClaims;
    this.recordAnswer = recordAnswer;
    this.metrics = metrics;
    this.holds = holds;
  }

  /**
   * Does it, until the answer is recorded or the claim is no longer ours.
   *
   * @throws InterruptedException at the end of the drain time; the lease's expiry settles the rest
   */
  void deliver(OpenTarget target, NextState nextState, Claim claim) throws InterruptedException {
    Hold hold = hold(target);
    if (claim.latePosted().isPresent()) {
      adopt(target, nextState, claim, claim.latePosted().get());
    } else if (hold.holds()) {
      release(claim, hold);
    } else if (claim.kind() == Claim.Kind.CALL) {
      call(target, nextState, claim);
    } else {
      probe(target, nextState, claim);
    }
  }

  private void adopt(OpenTarget target, NextState nextState, Claim claim, Outcome.Posted posted)
      throws InterruptedException {
    LOG.infof("%s: %s was posted by an earlier holder that came too late", target.name(), claim);
    Transition transition = nextState.afterCall(posted, known(claim));
    recordAnswer.record(target, claim, transition, Answer.of(posted, Duration.ZERO));
  }

  private void call(OpenTarget target, NextState nextState, Claim claim)
      throws InterruptedException {
    Rendered rendered;
    try {
      rendered = claim.rendered().orElseGet(() -> render(target, claim));
    } catch (RuntimeException e) {
      record(target, nextState, claim, claim.known(), unrenderable(e), Duration.ZERO);
      return;
    }
    Optional<Rendered> frozen = frozen(target, claim, rendered);
    if (frozen.isEmpty()) {
      return;
    }
    if (claim.deadline().hasPassed()) {
      release(claim, NextState.FIRST_LOOK, "nothing was sent: the claim's time had passed before");
      return;
    }
    long start = System.nanoTime();
    Outcome outcome;
    try {
      Form form = frozen.get().form(claim.part(), claim.form());
      outcome = target.channel().send(form, claim.call(hold(target)));
    } catch (RuntimeException e) {
      LOG.errorf(e, "%s: the channel threw instead of answering", target.name());
      outcome = new Outcome.Unknown("exception", "the channel failed: " + e.getClass().getName());
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    if (outcome instanceof Outcome.Throttled throttled) {
      hold(target).begin(throttled.after());
    } else if (outcome instanceof Outcome.NotSent && hold(target).holds()) {
      release(claim, hold(target));
      return;
    }
    record(target, nextState, claim, claim.known(frozen.get()), outcome, duration);
  }

  private Rendered render(OpenTarget target, Claim claim) {
    return target
        .channel()
        .render(
            EventFormat.readPost(claim.payload().getBytes(StandardCharsets.UTF_8)),
            claim.companion());
  }

  private static Outcome unrenderable(RuntimeException fault) {
    String reason =
        fault instanceof Unrenderable ? fault.getMessage() : "rendering failed: " + fault;
    return new Outcome.Rejected(Outcome.Rejected.Cause.CONTENT, "unrenderable", reason);
  }

  private Optional<Rendered> frozen(OpenTarget target, Claim claim, Rendered rendered)
      throws InterruptedException {
    if (claim.rendered().isPresent()) {
      return claim.rendered();
    }
    try {
      Optional<Rendered> frozen = freeze.freeze(claim, rendered);
      if (frozen.isEmpty()) {
        LOG.warnf("%s: the claim of %s was taken over before its call", target.name(), claim);
      }
      return frozen;
    } catch (RuntimeException e) {
      LOG.warnf("%s: nothing was sent, the text could not be stored: %s", target.name(), e);
      release(claim, NextState.FIRST_LOOK, "the database failed before the call");
      return Optional.empty();
    }
  }

  private void release(Claim claim, Hold hold) throws InterruptedException {
    release(claim, hold.remaining(), "nothing was sent: the API had just asked to wait");
  }

  private void release(Claim claim, Duration retryIn, String why) throws InterruptedException {
    Persist.untilDone(
        () -> releaseClaims.release(Set.<UUID>of(claim.token()), retryIn, why),
        "giving a claim back");
  }

  /** What a target's API last asked of this process. */
  Hold hold(OpenTarget target) {
    return holds.of(target);
  }

  private void probe(OpenTarget target, NextState nextState, Claim claim)
      throws InterruptedException {
    long start = System.nanoTime();
    Sighting sighting = look(target, claim);
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    if (sighting instanceof Sighting.Throttled throttled) {
      hold(target).begin(throttled.after());
    } else if (sighting instanceof Sighting.CannotTell && hold(target).holds()) {
      // It broke off, or would have: what it could not see proves nothing against it.
      release(claim, hold(target));
      return;
    }
    metrics.answered(target.name(), "probe", Answer.of(sighting, duration));
    recordAnswer.record(
        target, claim, nextState.afterProbe(sighting, known(claim)), Answer.of(sighting, duration));
  }

  private Sighting look(OpenTarget target, Claim claim) {
    if (claim.rendered().isEmpty()) {
      // Freezing precedes every call: without a frozen text none was made.
      return new Sighting.Absent("no call was made");
    }
    try {
      return target
          .channel()
          .probe(
              claim.rendered().get().form(claim.part(), claim.form()), claim.probe(hold(target)));
    } catch (RuntimeException e) {
      LOG.errorf(e, "%s: the channel threw instead of answering", target.name());
      return new Sighting.CannotTell("the channel failed: " + e.getClass().getName());
    }
  }

  private void record(
      OpenTarget target,
      NextState nextState,
      Claim claim,
      NextState.Known known,
      Outcome outcome,
      Duration duration)
      throws InterruptedException {
    Answer answer = Answer.of(outcome, duration);
    metrics.answered(target.name(), "call", answer);
    recordAnswer.record(target, claim, nextState.afterCall(outcome, known), answer);
  }

  private static NextState.Known known(Claim claim) {
    return claim.rendered().map(claim::known).orElseGet(claim::known);
  }
}
