package io.broadsheet.publisher.delivery;

import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Hold;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Probe;
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
 * @param target where it is to go
 * @param generation which deliberate repeat of it
 * @param part which part of the post it is for, from 1; those before it are posted
 * @param form which of the part's forms, from 1
 * @param key the idempotency key of this part of the delivery generation
 * @param payload the event, as received
 * @param rendered the frozen form, once there was a first call
 * @param companion the public page of the same post to link
 * @param attempt calls made that count, this one included
 * @param probes probes since the last call, this one included
 * @param uncertainSince when the first call began whose effect may exist
 * @param absenceCertainIn how long after this claim "absent" would be proof: probe-settle after the
 *     last call's deadline; zero if it is
 * @param latePosted what an earlier holder, too late, wrote into its attempt's row
 * @param othersIds for a probe: external ids at this target that belong to other deliveries or
 *     parts
 * @param siblingIds for a probe: those of them that belong to the same post
 * @param laterIds for a probe: those of them that were posted since the first uncertain call
 * @param lastIdBefore for a probe: the last of them that was there before the first uncertain call
 * @param move the destination's change of address, if the API told one
 * @param deadline by when the call or probe ends
 */
record Claim(
    UUID token,
    Kind kind,
    UUID postId,
    String target,
    int generation,
    int part,
    int form,
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
    Set<String> siblingIds,
    Set<String> laterIds,
    Optional<String> lastIdBefore,
    Optional<Move> move,
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

  /**
   * The call it permits.
   *
   * @param hold what the target's API last asked of this process
   */
  Call call(Hold hold) {
    return new Call(key, deadline, move, hold);
  }

  /**
   * The look it permits; only where an earlier call is uncertain.
   *
   * @param hold what the target's API last asked of this process
   */
  Probe probe(Hold hold) {
    return new Probe(
        key,
        uncertainSince.orElseThrow(),
        othersIds,
        siblingIds,
        laterIds,
        lastIdBefore,
        move,
        deadline,
        hold);
  }

  /** What is known when this claim's answer arrives, for the text that is frozen. */
  NextState.Known known(Rendered frozen) {
    return new NextState.Known(
        uncertain(),
        attempt,
        probes,
        absenceCertainIn,
        frozen.parts().size() - part,
        Math.max(0, frozen.parts().get(part - 1).forms().size() - form));
  }

  /** The same where no text is frozen yet: no call was made. */
  NextState.Known known() {
    return new NextState.Known(uncertain(), attempt, probes, absenceCertainIn, 0, 0);
  }

  @Override
  public String toString() {
    return "post " + postId + " generation " + generation + (part == 1 ? "" : " part " + part);
  }
}
