package io.broadsheet.generator.relay;

import java.time.OffsetDateTime;

/**
 * The relay as this replica sees it; the body of {@code GET /api/relay}.
 *
 * @param mode {@code cdc} or {@code poll}
 * @param role {@code active}, {@code standby} or {@code stopped}; in {@code poll} mode every
 *     replica that has started is {@code active}
 * @param replica this replica
 * @param holder the replica that holds the slot, null if none or unknown
 * @param slot the slot's name, null in {@code poll} mode
 * @param lastHeartbeatAt the last heartbeat that came back through the WAL, by the database's
 *     clock; null if none did here
 * @param heartbeatAgeMs how long ago it came back, null if none did here
 * @param waitingForKafkaMs how long the batch under way has waited for Kafka, 0 if none waits
 * @param relayed messages sent from the WAL since the start
 * @param reconciled messages sent from the table since the start
 * @param restarts of the engine since the start
 * @param lastError what went wrong last, null if nothing did
 */
public record RelayStatus(
    String mode,
    String role,
    String replica,
    String holder,
    String slot,
    OffsetDateTime lastHeartbeatAt,
    Long heartbeatAgeMs,
    long waitingForKafkaMs,
    long relayed,
    long reconciled,
    long restarts,
    String lastError) {}
