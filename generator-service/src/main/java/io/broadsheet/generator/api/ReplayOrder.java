package io.broadsheet.generator.api;

/**
 * Orders a replay.
 *
 * @param channel whose topic is read; may be missing where the target is configured
 * @param target only its events; missing: those of every target of the channel
 * @param from events at or after this time
 * @param to events before this time
 * @param dryRun only counts; true if it is missing, so that a real run is asked for in so many
 *     words
 * @param includeOld what is missing and older than max-age becomes due too, instead of parked
 * @param includeParked parked deliveries that cannot be on the channel become due
 * @param includeSkipped skipped deliveries that cannot be on the channel become due
 * @param by who orders it, {@code operator} if it is missing
 * @param reason may be missing
 */
public record ReplayOrder(
    String channel,
    String target,
    String from,
    String to,
    Boolean dryRun,
    boolean includeOld,
    boolean includeParked,
    boolean includeSkipped,
    String by,
    String reason) {}
