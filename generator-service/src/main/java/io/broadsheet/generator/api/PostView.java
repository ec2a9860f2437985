package io.broadsheet.generator.api;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A post with its text.
 *
 * @param postedAt channel to when it was posted there; a channel is missing until then
 */
public record PostView(
    UUID id,
    LocalDate editionDate,
    String language,
    String contentType,
    String slug,
    String title,
    String summary,
    String bodyMarkdown,
    List<String> tags,
    String canonicalUrl,
    OffsetDateTime createdAt,
    Map<String, OffsetDateTime> postedAt) {}
