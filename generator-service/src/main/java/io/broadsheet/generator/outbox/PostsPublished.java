package io.broadsheet.generator.outbox;

import java.time.LocalDate;

/**
 * Told asynchronously within this replica after the publish transaction has been committed; wakes a
 * relay that does not read the WAL.
 *
 * @param editionDate the edition
 * @param messages how many outbox rows stand ready, 0 if no target takes the posts' languages
 */
public record PostsPublished(LocalDate editionDate, int messages) {}
