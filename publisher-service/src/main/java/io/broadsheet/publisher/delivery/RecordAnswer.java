package io.broadsheet.publisher.delivery;

import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Records what a call or probe brought, as often as the database needs, until it is written or the
 * claim turns out to be taken over.
 */
final class RecordAnswer {

  private static final Logger LOG = Logger.getLogger(RecordAnswer.class);

  private final Complete complete;
  private final Advance advance;
  private final Settle settle;
  private final LookAgain lookAgain;
  private final EndSilentSessions endSilentSessions;
  private final Verifications verifications;
  private final DeliveryMetrics metrics;

  RecordAnswer(
      Complete complete,
      Advance advance,
      Settle settle,
      LookAgain lookAgain,
      EndSilentSessions endSilentSessions,
      Verifications verifications,
      DeliveryMetrics metrics) {
    this.complete = complete;
    this.advance = advance;
    this.settle = settle;
    this.lookAgain = lookAgain;
    this.endSilentSessions = endSilentSessions;
    this.verifications = verifications;
    this.metrics = metrics;
  }

  /**
   * Records it.
   *
   * @throws InterruptedException at the end of the drain time; the lease's expiry settles the rest
   */
  Recorded record(OpenTarget target, Claim claim, Transition transition, Answer answer)
      throws InterruptedException {
    long answeredAt = System.nanoTime();
    Recorded recorded =
        Persist.untilDone(
            () ->
                endSilentSessions.unlocking(
                        () -> write(target, claim, transition, answer, answeredAt))
                    ? Recorded.NOW
                    : lookAgain.lookAgain(claim.token()),
            target.name() + ": recording \"" + answer.outcome() + "\" for " + claim);
    if (recorded == Recorded.TAKEN_OVER) {
      LOG.warnf(
          "%s: %s answered \"%s\" after its claim had been taken over; only the attempt keeps it",
          target.name(), claim, answer.outcome());
    } else {
      metrics.moved(target.name(), transition.next().state());
      LOG.infof(
          "%s: %s is %s (%s)",
          target.name(), claim, transition.next().state().wireName(), transition.next().why());
      follow(target, transition);
    }
    return recorded;
  }

  private void follow(OpenTarget target, Transition transition) {
    if (transition.next() instanceof Transition.Posted) {
      verifications.worked(target);
    }
    if (transition.effect() instanceof Transition.TargetEffect.Pause pause) {
      LOG.errorf("%s is paused: %s", target.name(), pause.reason());
      if (pause.cause() == PauseCause.CONFIGURATION) {
        verifications.later(target);
      }
    } else if (transition.effect() instanceof Transition.TargetEffect.Redirect redirect) {
      LOG.warnf(
          "%s has moved from %s to %s; posts go there, change its configuration too",
          target.name(), redirect.move().from(), redirect.move().to());
    }
  }

  private boolean write(
      OpenTarget target, Claim claim, Transition transition, Answer answer, long answeredAt) {
    if (transition.next() instanceof Transition.Posted posted) {
      return complete.complete(target.target().channel(), claim, posted, answer);
    }
    if (transition.next() instanceof Transition.PartPosted posted) {
      return advance.advance(claim.token(), posted, answer);
    }
    Duration answeredAgo = Duration.ofNanos(System.nanoTime() - answeredAt);
    return settle.settle(claim.token(), transition, answer, answeredAgo);
  }
}
