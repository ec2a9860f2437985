package io.broadsheet.publisher.channel;

import io.broadsheet.common.event.PostEvent;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * One target seen as its API: the port that every kind of destination implements. It knows nothing
 * of Kafka, SQL, claims or retries; it makes one request when asked and says what became of it.
 * Implementations are stateless and safe for use by several threads.
 */
public interface Channel {

  /**
   * Turns a post into the exact thing that will be sent, each part checked against the channel's
   * limits. The result is stored before the first call and never made again for this generation:
   * retries, keys and probes see the same text.
   *
   * @param post the event
   * @param companion the public page of the same post that the text should link, or empty to link
   *     the canonical URL
   * @throws Unrenderable if no form of the post fits this channel
   */
  Rendered render(PostEvent post, Optional<URI> companion);

  /**
   * Makes one call that has the effect of one part, at most one. It never retries and ends by the
   * call's deadline. Just before its request is written it asks {@link Call#mayStillWrite()}; when
   * that says no, nothing is sent and the outcome is {@link Outcome.NotSent}. It throws nothing:
   * whatever happens is an outcome, and what is not known for certain is {@link Outcome.Unknown}.
   */
  Outcome send(Form form, Call call);

  /**
   * Looks whether an earlier call had its effect, without any effect that readers see. It throws
   * nothing: what goes wrong is {@link Sighting.CannotTell}.
   */
  Sighting probe(Form form, Probe probe);

  /**
   * Asks the API whether the target's credentials, address and rights would take a post, without
   * any effect that readers see. It throws nothing, ends by the call's deadline, and says {@link
   * Verification.Failed} only for what a person must mend.
   */
  Verification verify(Call call);

  /**
   * How long after the first call the API takes a repetition for the same effect, by the key of
   * {@link Call#key()}; zero if it has no idempotency key. Within it, an unknown outcome is settled
   * by calling again.
   */
  Duration keyWindow();

  /**
   * Whether a repetition by the key has no second effect even while the first call is still at work
   * there. Where it might, for the API writes the key down only when it is done, no call is
   * repeated before its deadline.
   */
  default boolean repeatsAtOnce() {
    return false;
  }
}
