package io.broadsheet.generator.api;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * A command.
 *
 * @param state {@code accepted applied refused superseded}
 * @param reason why it has this state, for a person; null if nothing needs to be said
 * @param kind what was ordered, for instance {@code skip}
 * @param target where; of a replay for a whole channel the channel
 * @param postId of which post; null if it is about a target or a channel
 * @param generation of which repeat of it, or null
 * @param by who ordered it
 * @param orderReason why it was ordered, or null
 * @param orderedAt when
 * @param settledAt when it got its state; null while it is {@code accepted}
 */
public record CommandView(
    UUID id,
    String state,
    String reason,
    String kind,
    String target,
    UUID postId,
    Integer generation,
    String by,
    String orderReason,
    OffsetDateTime orderedAt,
    OffsetDateTime settledAt) {}
