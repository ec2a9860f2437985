package io.broadsheet.publisher.replay;

import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * A replay that this process holds.
 *
 * @param id the command's
 * @param fence what each of its writes carries: a later holder has a higher one
 * @param channel whose topic is read
 * @param target only its events; empty: those of every target
 * @param from events at or after this time
 * @param to events before this time
 * @param dryRun only counts
 * @param progress how far an earlier holder came; empty if it has not begun
 */
record HeldReplay(
    UUID id,
    long fence,
    String channel,
    Optional<String> target,
    OffsetDateTime from,
    OffsetDateTime to,
    boolean dryRun,
    Optional<Progress> progress) {}
