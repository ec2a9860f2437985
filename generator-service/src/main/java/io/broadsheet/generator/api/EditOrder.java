package io.broadsheet.generator.api;

import java.util.List;

/**
 * Changes one text of a held edition; what is missing stays as it is.
 *
 * @param version the one that was read; required
 * @param by who edits, {@code operator} if it is missing
 * @param reason may be missing
 * @param title plain text, one line; the slug follows it
 * @param summary plain text, one line
 * @param bodyMarkdown CommonMark, not blank
 * @param tags at most 10 of 1 to 40 characters
 */
public record EditOrder(
    Long version,
    String by,
    String reason,
    String title,
    String summary,
    String bodyMarkdown,
    List<String> tags) {}
