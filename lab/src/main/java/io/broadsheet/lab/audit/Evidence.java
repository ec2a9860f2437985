package io.broadsheet.lab.audit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * All that an audit looks at, read once when nothing moves any more.
 *
 * @param paper what was configured
 * @param posts the newsroom's posts
 * @param outbox the messages to be relayed
 * @param commands what operators ordered, by the ids of their outbox rows
 * @param deadLetters outbox ids that became dead letters
 * @param deliveries the press' records
 * @param parts the ledger of posts in several messages
 * @param attempts every call and probe
 * @param targets what holds or pauses them
 * @param effects what the channels show, oldest first
 * @param requests what arrived at the channels, oldest first
 * @param records what the topics hold; empty if no broker took part
 */
public record Evidence(
    Paper paper,
    List<Post> posts,
    List<Message> outbox,
    List<Command> commands,
    Set<UUID> deadLetters,
    List<Delivery> deliveries,
    List<Part> parts,
    List<Attempt> attempts,
    List<TargetState> targets,
    List<Effect> effects,
    List<Request> requests,
    Optional<List<TopicRecord>> records) {

  /**
   * What was configured.
   *
   * @param languages of which each edition has one post
   * @param places where each target's posts appear, by the target's name
   * @param targetsOf the names of the targets of each language
   * @param refusedForGood targets whose API was told to refuse for good: there a delivery may park
   */
  public record Paper(
      Set<String> languages,
      Map<String, Place> places,
      Map<String, Set<String>> targetsOf,
      Set<String> refusedForGood) {}

  /**
   * A destination as the sandbox calls it.
   *
   * @param api for instance {@code telegram}
   * @param destination for instance a chat's name
   */
  public record Place(String api, String destination) {}

  /**
   * A row of {@code generator.blog_posts}.
   *
   * @param postedAt the {@code <channel>_posted_at} that are set, by channel
   */
  public record Post(
      UUID id, String editionDate, String language, String title, Map<String, Instant> postedAt) {}

  /** A row of {@code generator.outbox}. */
  public record Message(UUID id, String type, String target, UUID postId, int generation) {}

  /**
   * A row of {@code publisher.command}.
   *
   * @param kind for instance {@code skip}
   * @param postId null if it is about a target or a channel, as is {@code generation}
   * @param seq its place in the outbox
   * @param result {@code applied refused superseded}; null while it has none
   * @param revivesSkipped whether it is a replay that makes skipped deliveries due
   */
  public record Command(
      UUID id,
      String kind,
      String target,
      UUID postId,
      Integer generation,
      long seq,
      String result,
      boolean revivesSkipped) {

    boolean isAbout(Key key) {
      return key.postId().equals(postId)
          && key.target().equals(target)
          && Integer.valueOf(key.generation()).equals(generation);
    }
  }

  /** What a delivery and its attempts are known by. */
  public record Key(UUID postId, String target, int generation) {
    @Override
    public String toString() {
      return "post %s, target %s, generation %d".formatted(postId, target, generation);
    }
  }

  /**
   * A row of {@code publisher.delivery}.
   *
   * @param eventId the outbox row it came from
   * @param title the post's, as in the event
   * @param parts how many messages its frozen text has; 1 if none is frozen
   * @param part the one that is due or uncertain
   * @param externalId the channel's id, or null
   * @param mayExist whether it says that an effect may exist
   * @param leased whether a claim is still held
   * @param overdueMs how long it has been due; below zero if it is not
   * @param postedAt null unless posted
   */
  public record Delivery(
      Key key,
      UUID eventId,
      String channel,
      String title,
      String state,
      int parts,
      int part,
      String externalId,
      boolean mayExist,
      boolean leased,
      long overdueMs,
      Instant postedAt,
      String lastError) {}

  /** A row of {@code publisher.part}: a message that exists, from 1. */
  public record Part(Key key, int part, String externalId) {}

  /**
   * A row of {@code publisher.attempt}; {@code endedAt} and {@code externalId} may be null.
   *
   * @param part which of the delivery's messages it is about, from 1
   * @param current whether the delivery still bears its token
   */
  public record Attempt(
      Key key,
      int part,
      boolean current,
      String kind,
      String replica,
      Instant startedAt,
      Instant endedAt,
      String outcome,
      String externalId) {}

  /** A row of {@code publisher.target_state}; {@code pauseReason} is null unless paused. */
  public record TargetState(String target, boolean paused, String pauseReason) {}

  /** An entry of the sandbox's journal. */
  public record Effect(long seq, Instant at, Place place, String id, String text) {}

  /**
   * An entry of the sandbox's request log.
   *
   * @param retryAfterS the seconds that it was told to wait; 0 for none
   */
  public record Request(long seq, Instant at, String method, Place place, int retryAfterS) {}

  /** A record of a post's topic, by the outbox row's id. */
  public record TopicRecord(String topic, UUID outboxId) {}
}
