package io.broadsheet.generator.api;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * A delivery, as the publisher records it.
 *
 * @param state {@code pending sending retry unknown parked posted skipped}
 * @param attempt how many calls were made
 * @param nextAttemptAt null when nothing is to be tried by itself
 * @param externalUrl where it can be seen; null before
 * @param lastError what a person should know; null if nothing. Of a parked delivery it ends with
 *     the command to use. Of a delivery that waits for a paused target: {@code target is paused:
 *     <reason>} or {@code target is paused by <operator>: <reason>}
 */
public record DeliveryView(
    UUID postId,
    String target,
    String channel,
    String language,
    int generation,
    String state,
    int attempt,
    OffsetDateTime nextAttemptAt,
    OffsetDateTime postedAt,
    String externalUrl,
    String lastError) {}
