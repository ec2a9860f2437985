package io.broadsheet.generator.api;

/**
 * Lets a held edition out.
 *
 * @param version the one that was read, so that no other is approved; null: whatever it holds now
 * @param by who approves, {@code operator} if it is missing
 * @param reason may be missing
 */
public record ApproveOrder(Long version, String by, String reason) {}
