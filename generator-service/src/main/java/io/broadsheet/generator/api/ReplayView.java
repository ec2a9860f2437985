package io.broadsheet.generator.api;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/**
 * A replay.
 *
 * @param id the command's
 * @param state {@code accepted} while the command is under way, then {@code waiting running
 *     finished cancelled}; {@code refused} if the publisher did not take it
 * @param reason why it is refused, or why it waits; null while it goes on
 * @param target only its events; null: those of every target of the channel
 * @param dryRun whether it only counts
 * @param by who ordered it
 * @param orderReason why, or null
 * @param startedAt when its reading began, or null
 * @param endedAt when it finished or was cancelled, or null
 * @param cancelledBy who ended it, or null
 * @param cancelReason why, or null
 * @param counts what it has found so far
 * @param partitions how far it has read; empty before it begins
 */
public record ReplayView(
    UUID id,
    String state,
    String reason,
    String channel,
    String target,
    OffsetDateTime from,
    OffsetDateTime to,
    boolean dryRun,
    boolean includeOld,
    boolean includeParked,
    boolean includeSkipped,
    String by,
    String orderReason,
    OffsetDateTime orderedAt,
    OffsetDateTime startedAt,
    OffsetDateTime endedAt,
    String cancelledBy,
    String cancelReason,
    Counts counts,
    List<Partition> partitions) {

  /**
   * What stood on the topic in the time wanted. Every record counts in {@code records} and in one
   * of the others but {@code due}.
   *
   * @param present deliveries that are posted, on their way, or unknown: left alone
   * @param missing events without a delivery, younger than max-age
   * @param tooOld events without a delivery, older than max-age: made as {@code parked}, with
   *     {@code includeOld} due
   * @param parked parked deliveries that cannot be on the channel
   * @param skipped skipped deliveries that cannot be on the channel
   * @param mayExist parked and skipped deliveries that may be there, in part or as a later
   *     generation, and events without a delivery of which there is a later generation: never made
   *     due
   * @param unreadable records that are dead letters
   * @param due what was made due, or by a dry run would be
   */
  public record Counts(
      long records,
      long present,
      long missing,
      long tooOld,
      long parked,
      long skipped,
      long mayExist,
      long unreadable,
      long due) {}

  /**
   * How far a partition is read.
   *
   * @param from the offset where the replay began
   * @param position the offset that is read next
   * @param end the offset before which it ends
   */
  public record Partition(int partition, long from, long position, long end) {}
}
