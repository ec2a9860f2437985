package io.broadsheet.generator.outbox;

import java.util.UUID;

/**
 * Told asynchronously within this replica after a command's outbox row has been committed, and
 * again when the same order is found there; wakes a relay that does not read the WAL.
 *
 * @param id of the command
 */
public record CommandOrdered(UUID id) {}
