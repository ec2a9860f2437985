package io.broadsheet.generator.relay;

import java.util.UUID;

/**
 * An outbox row that cannot become a record.
 *
 * @param id the row
 * @param target whose message it is
 * @param reason what is wrong with it, for a person
 * @param forGood whether no change around it could help: it is parked at once, else after it has
 *     been refused for a day
 */
record Misfit(UUID id, String target, String reason, boolean forGood) {}
