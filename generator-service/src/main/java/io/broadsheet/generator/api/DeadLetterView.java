package io.broadsheet.generator.api;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * A message that could become neither a delivery nor a command.
 *
 * @param topic where its bytes were read; {@code generator.outbox} if no topic could take it
 * @param partition of the topic
 * @param offset in the partition; of {@code generator.outbox} the row's {@code seq}
 * @param outboxId its outbox row; null if the record does not name one
 * @param type {@code post command}; null if the row is unknown or has been deleted
 * @param postId whose event it is; null unless it is a post's
 * @param target whose message it is; null if the row is unknown
 * @param generation of the delivery that it should have become; null unless it is a post's
 * @param reason what is wrong with it
 * @param needsPerson what a person should do about it; null if nobody has to
 */
public record DeadLetterView(
    OffsetDateTime at,
    String topic,
    int partition,
    long offset,
    UUID outboxId,
    String type,
    UUID postId,
    String target,
    Integer generation,
    String reason,
    String needsPerson) {}
