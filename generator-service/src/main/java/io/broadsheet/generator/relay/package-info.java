/**
 * From the outbox to Kafka. A Debezium engine streams rows as they are committed; whatever it
 * misses, the {@link io.broadsheet.generator.relay.Reconciler} finds in the table, which is the
 * truth.
 */
package io.broadsheet.generator.relay;
