package io.broadsheet.publisher.delivery;

import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Rendered;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The right, committed in the database, to make one call or one probe for one delivery.
 *
 * @param token what every write under this claim must carry
 * @param kind whether to call or to look
 * @param postId the post
 * @param generation which deliberate repeat of it
 * @param key the idempotency key of this delivery generation
 * @param payload the event, as received
 * @param rendered the frozen form, once there was a first call
 * @param companion the public page of the same post to link
 * @param attempt calls made that count, this one included
 * @param probes probes since the last call, this one included
 * @param uncertainSince when the first call began whose effect may exist
 * @param absenceCertainIn how long after this claim "absent" would be proof: probe-settle after the
 *     last call's deadline; zero if it is
 * @param latePosted what an earlier holder, too late, wrote into its attempt's row
 * @param othersIds for a probe: external ids at this target that belong to other deliveries
 * @param deadline by when the call or probe ends
 */
record Claim(
    UUID token,
    Kind kind,
    UUID postId,
    int generation,
    String key,
    String payload,
    Optional<Rendered> rendered,
    Optional<URI> companion,
    int attempt,
    int probes,
    Optional<Instant> uncertainSince,
    Duration absenceCertainIn,
    Optional<Outcome.Posted> latePosted,
    Set<String> othersIds,
    Deadline deadline) {

  /** What a claim permits. */
  enum Kind {
    /** One call that has the effect. */
    CALL,
    /** One look whether an earlier call had it. */
    PROBE
  }

  /** Whether an earlier call may have had its effect. */
  boolean uncertain() {
    return uncertainSince.isPresent();
  }

  @Override
  public String toString() {
    return "post " + postId + " generation " + generation;
  }
}
