package io.broadsheet.generator.api;

/**
 * Keeps a held edition from going out.
 *
 * @param version the one that was read, so that no other is rejected; null: whatever it holds now
 * @param by who rejects, {@code operator} if it is missing
 * @param reason required
 * @param then {@code next-topic}: it is written anew at once; {@code skip-day}: the date is skipped
 */
public record RejectOrder(Long version, String by, String reason, String then) {}
