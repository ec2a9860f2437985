package io.broadsheet.publisher.testing;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Records as the relay sends them, and faulty ones. */
public final class Records {

  /** Every record's timestamp. */
  public static final Instant PUBLISHED_AT = Instant.parse("2026-11-30T06:00:00.123Z");

  private static final String TARGET = "telegram-ru";
  private static final String TOPIC = "broadsheet.post.telegram";
  private static final UUID POST = UUID.fromString("6f0f1b1e-0f5d-4f0e-9d3f-0a8f7a3f9b01");

  private Records() {}

  /** The event of a post for a target such as {@code telegram-ru}. */
  public static PostEvent event(UUID postId, String target) {
    return event(postId, target, 1);
  }

  /** The same of another generation. */
  public static PostEvent event(UUID postId, String target, int generation) {
    int hyphen = target.indexOf('-');
    return new PostEvent(
        1,
        postId,
        target,
        target.substring(0, hyphen),
        target.substring(hyphen + 1),
        generation,
        LocalDate.of(2026, 11, 30),
        "digest",
        "slug",
        "Title",
        "Summary",
        "Body of the *post*.",
        List.of("one"),
        "https://example.org/ru/slug");
  }

  /** The headers of an event. */
  public static Map<String, String> headers(UUID id, PostEvent event) {
    return new TreeMap<>(
        Map.of(
            "id", id.toString(),
            "seq", "1",
            "type", "post",
            "target", event.target(),
            "generation", Integer.toString(event.generation())));
  }

  /** A whole record. */
  public static ConsumerRecord<byte[], byte[]> post(UUID id, UUID postId, String target) {
    return post(id, event(postId, target));
  }

  /** The whole record of an event. */
  public static ConsumerRecord<byte[], byte[]> post(UUID id, PostEvent event) {
    return of(
        "broadsheet.post." + event.channel(), 0, EventFormat.write(event), headers(id, event));
  }

  /** The order of a post's second generation has come in, and its event has not. */
  public static void republished(MigratedDatabase database, UUID post, String target) {
    database.execute(
        """
        insert into publisher.command
          (id, seq, target, kind, post_id, generation, operator, ordered_at, event, result, settled_at)
        values (gen_random_uuid(), 20, ?, 'republish', ?, 2, 'anna', clock_timestamp(), '{}', 'applied',
          clock_timestamp())
        """,
        target,
        post);
  }

  /** One with another value. */
  public static ConsumerRecord<byte[], byte[]> with(String value) {
    return of(TOPIC, 0, value, headers(UUID.randomUUID(), event(POST, TARGET)));
  }

  /** One that lacks a header. */
  public static ConsumerRecord<byte[], byte[]> without(String header) {
    PostEvent event = event(POST, TARGET);
    Map<String, String> headers = headers(UUID.randomUUID(), event);
    headers.remove(header);
    return of(TOPIC, 0, EventFormat.write(event), headers);
  }

  /** One with another header. */
  public static ConsumerRecord<byte[], byte[]> withHeader(String header, String value) {
    PostEvent event = event(POST, TARGET);
    Map<String, String> headers = headers(UUID.randomUUID(), event);
    headers.put(header, value);
    return of(TOPIC, 0, EventFormat.write(event), headers);
  }

  /** One on another topic. */
  public static ConsumerRecord<byte[], byte[]> onTopic(String topic) {
    PostEvent event = event(POST, TARGET);
    return of(topic, 0, EventFormat.write(event), headers(UUID.randomUUID(), event));
  }

  private static ConsumerRecord<byte[], byte[]> of(
      String topic, long offset, String value, Map<String, String> headers) {
    Headers kafkaHeaders = new RecordHeaders();
    headers.forEach((name, text) -> kafkaHeaders.add(name, text.getBytes(StandardCharsets.UTF_8)));
    return new ConsumerRecord<>(
        topic,
        0,
        offset,
        PUBLISHED_AT.toEpochMilli(),
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        "key".getBytes(StandardCharsets.UTF_8),
        value == null ? null : value.getBytes(StandardCharsets.UTF_8),
        kafkaHeaders,
        Optional.empty());
  }
}
