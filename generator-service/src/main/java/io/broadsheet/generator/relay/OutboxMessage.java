package io.broadsheet.generator.relay;

import io.broadsheet.common.event.EventHeaders;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.data.Struct;

/**
 * One outbox row, as the WAL or the table tells it.
 *
 * @param createdAt epoch milliseconds
 * @param payload JSON as PostgreSQL writes it, untouched, in UTF-8
 * @param traceparent W3C trace context or null
 */
record OutboxMessage(
    UUID id,
    long seq,
    String destination,
    String target,
    UUID aggregateId,
    int generation,
    String type,
    byte[] payload,
    String traceparent,
    long createdAt) {

  /**
   * @throws IllegalArgumentException if Kafka can never take it; the message says why
   */
  OutboxMessage {
    require(id != null && destination != null && target != null, "a column is null");
    require(aggregateId != null && type != null, "a column is null");
    require(
        payload != null && payload.length <= Topics.MAX_PAYLOAD_BYTES,
        "its payload is larger than " + Topics.MAX_PAYLOAD_BYTES + " bytes");
    require(createdAt >= 0, "created_at is before 1970");
  }

  private static long milliseconds(OffsetDateTime time) {
    try {
      return time.toInstant().toEpochMilli();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("created_at is out of range", e);
    }
  }

  private static void require(boolean fine, String fault) {
    if (!fine) {
      throw new IllegalArgumentException(fault);
    }
  }

  /** The row as Debezium hands it over. */
  static OutboxMessage of(Struct row) {
    return new OutboxMessage(
        UUID.fromString(row.getString("id")),
        row.getInt64("seq"),
        row.getString("destination"),
        row.getString("target"),
        UUID.fromString(row.getString("aggregate_id")),
        row.getInt32("generation"),
        row.getString("type"),
        PayloadBytes.of(row.getString("payload"), Topics.MAX_PAYLOAD_BYTES),
        row.getString("traceparent"),
        milliseconds(OffsetDateTime.parse(row.getString("created_at"))));
  }

  /**
   * The row as a query returns it, with the bytes of {@code payload}'s text, or null where they are
   * too many.
   */
  static OutboxMessage of(Row row) {
    Buffer payload = row.getBuffer("payload");
    return new OutboxMessage(
        row.getUUID("id"),
        row.getLong("seq"),
        row.getString("destination"),
        row.getString("target"),
        row.getUUID("aggregate_id"),
        row.getInteger("generation"),
        row.getString("type"),
        payload == null ? null : payload.getBytes(),
        row.getString("traceparent"),
        milliseconds(row.getOffsetDateTime("created_at")));
  }

  /**
   * Its Kafka record: posts are keyed by post, so that a post's events stay in order, commands by
   * target.
   */
  ProducerRecord<byte[], byte[]> toRecord() {
    String key = type.equals(PostEvent.TYPE) ? aggregateId.toString() : target;
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(Topics.of(destination), null, createdAt, bytes(key), payload);
    record
        .headers()
        .add(EventHeaders.ID, bytes(id.toString()))
        .add(EventHeaders.SEQ, bytes(Long.toString(seq)))
        .add(EventHeaders.TYPE, bytes(type))
        .add(EventHeaders.TARGET, bytes(target))
        .add(EventHeaders.GENERATION, bytes(Integer.toString(generation)));
    if (traceparent != null) {
      record.headers().add(EventHeaders.TRACEPARENT, bytes(traceparent));
    }
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
