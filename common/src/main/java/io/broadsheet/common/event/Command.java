package io.broadsheet.common.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;

/**
 * What an operator orders. On the wire each has its {@code kind}; {@code docs/delivery-states.md}
 * says what each does in which state.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(Command.Publish.class),
  @JsonSubTypes.Type(Command.Retry.class),
  @JsonSubTypes.Type(Command.Skip.class),
  @JsonSubTypes.Type(Command.ConfirmPosted.class),
  @JsonSubTypes.Type(Command.Republish.class),
  @JsonSubTypes.Type(Command.Pause.class),
  @JsonSubTypes.Type(Command.Resume.class),
  @JsonSubTypes.Type(Command.Replay.class),
  @JsonSubTypes.Type(Command.CancelReplay.class)
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface Command {

  /** The word on the wire, for instance {@code confirm-posted}. */
  String kind();

  /** A command about one post at one target. */
  sealed interface OfDelivery extends Command {

    /** The post. */
    UUID postId();

    /** Which deliberate repeat of it, from 1. */
    int generation();
  }

  /** A command that changes a delivery which is there already. */
  sealed interface OfStandingDelivery extends OfDelivery {}

  /** A command that opens or closes a whole target. */
  sealed interface OfTarget extends Command {}

  /**
   * Sends a post to a target that it had no event for. Its outbox row of generation 1 is made with
   * the command.
   */
  @JsonTypeName(Publish.KIND)
  record Publish(
      @JsonProperty(required = true) UUID postId, @JsonProperty(required = true) int generation)
      implements OfDelivery {

    public static final String KIND = "publish";

    public Publish {
      requireDelivery(postId, generation);
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  /**
   * Makes a delivery due at once, whatever its age, with all its attempts to go.
   *
   * @param force also where its effect may exist: the operator accepts a possible repetition
   */
  @JsonTypeName(Retry.KIND)
  record Retry(
      @JsonProperty(required = true) UUID postId,
      @JsonProperty(required = true) int generation,
      @JsonProperty(required = true) boolean force)
      implements OfStandingDelivery {

    public static final String KIND = "retry";

    public Retry {
      requireDelivery(postId, generation);
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  /**
   * Decides that a delivery will not be sent.
   *
   * @param force also where its effect, or a part of it, may exist
   */
  @JsonTypeName(Skip.KIND)
  record Skip(
      @JsonProperty(required = true) UUID postId,
      @JsonProperty(required = true) int generation,
      @JsonProperty(required = true) boolean force)
      implements OfStandingDelivery {

    public static final String KIND = "skip";

    public Skip {
      requireDelivery(postId, generation);
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  /**
   * Says that the effect exists.
   *
   * @param externalId the channel's id of it
   * @param externalUrl where readers see it; null if nowhere
   */
  @JsonTypeName(ConfirmPosted.KIND)
  record ConfirmPosted(
      @JsonProperty(required = true) UUID postId,
      @JsonProperty(required = true) int generation,
      @JsonProperty(required = true) String externalId,
      @JsonProperty String externalUrl)
      implements OfStandingDelivery {

    public static final String KIND = "confirm-posted";

    public ConfirmPosted {
      requireDelivery(postId, generation);
      Objects.requireNonNull(externalId, "externalId is null");
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  /**
   * Sends a post once more, deliberately. Its outbox row of this generation is made with the
   * command.
   *
   * @param generation the new one, from 2
   */
  @JsonTypeName(Republish.KIND)
  record Republish(
      @JsonProperty(required = true) UUID postId, @JsonProperty(required = true) int generation)
      implements OfDelivery {

    public static final String KIND = "republish";

    public Republish {
      requireDelivery(postId, generation);
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  /**
   * Holds a target's calls back.
   *
   * @param until when it opens by itself; null: not before a {@code resume}
   */
  @JsonTypeName(Pause.KIND)
  record Pause(@JsonProperty OffsetDateTime until) implements OfTarget {

    public static final String KIND = "pause";

    @Override
    public String kind() {
      return KIND;
    }
  }

  /** Ends every pause of a target. */
  @JsonTypeName(Resume.KIND)
  record Resume() implements OfTarget {

    public static final String KIND = "resume";

    @Override
    public String kind() {
      return KIND;
    }
  }

  /**
   * Feeds a stretch of a channel's topic to the inbox again.
   *
   * @param channel whose topic is read
   * @param target only events of this target; null: of every target of the channel
   * @param from events at or after this time
   * @param to events before this time
   * @param dryRun only counts what it would do
   * @param includeOld what is older than max-age becomes due too, instead of parked
   * @param includeParked makes parked deliveries due that cannot exist at the target
   * @param includeSkipped makes skipped deliveries due
   */
  @JsonTypeName(Replay.KIND)
  record Replay(
      @JsonProperty(required = true) String channel,
      @JsonProperty String target,
      @JsonProperty(required = true) OffsetDateTime from,
      @JsonProperty(required = true) OffsetDateTime to,
      @JsonProperty(required = true) boolean dryRun,
      @JsonProperty(required = true) boolean includeOld,
      @JsonProperty(required = true) boolean includeParked,
      @JsonProperty(required = true) boolean includeSkipped)
      implements Command {

    public static final String KIND = "replay";

    public Replay {
      Objects.requireNonNull(channel, "channel is null");
      Objects.requireNonNull(from, "from is null");
      Objects.requireNonNull(to, "to is null");
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  /**
   * Ends a replay: what it has done stays, and it reads no further.
   *
   * @param replayId the id of the command that ordered it
   */
  @JsonTypeName(CancelReplay.KIND)
  record CancelReplay(@JsonProperty(required = true) UUID replayId) implements Command {

    public static final String KIND = "cancel-replay";

    public CancelReplay {
      Objects.requireNonNull(replayId, "replayId is null");
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  private static void requireDelivery(UUID postId, int generation) {
    Objects.requireNonNull(postId, "postId is null");
    if (generation < 1) {
      throw new IllegalArgumentException("generation is " + generation + "; the first is 1");
    }
  }
}
