package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.EventHeaders;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.event.UnreadableEvent;
import io.broadsheet.common.target.ChannelKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A readable record: one event for one target.
 *
 * @param eventId the outbox row's id
 * @param post the event
 * @param payload the event as it came, JSON
 * @param createdAt when the post was published: the record's timestamp
 */
public record Arrival(UUID eventId, PostEvent post, String payload, OffsetDateTime createdAt) {

  /**
   * Reads a record.
   *
   * @throws UnreadableEvent with the reason, if a header is missing or malformed, the value is no
   *     event of a known version, or the two disagree with each other or with the topic
   */
  public static Arrival read(ConsumerRecord<byte[], byte[]> kafkaRecord) {
    UUID id = EventRecord.id(kafkaRecord);
    EventRecord.requireHeader(kafkaRecord, EventHeaders.TYPE, PostEvent.TYPE);
    PostEvent post = EventFormat.readPost(kafkaRecord.value());
    EventRecord.requireHeader(kafkaRecord, EventHeaders.TARGET, post.target());
    EventRecord.requireHeader(
        kafkaRecord, EventHeaders.GENERATION, Integer.toString(post.generation()));
    if (post.generation() < 1) {
      throw new UnreadableEvent("the event's generation is " + post.generation());
    }
    boolean ofThisTopic =
        ChannelKind.find(post.channel())
            .filter(channel -> Topics.post(channel).equals(kafkaRecord.topic()))
            .isPresent();
    if (!ofThisTopic) {
      throw new UnreadableEvent(
          "the event is for channel \"" + post.channel() + "\", on topic " + kafkaRecord.topic());
    }
    if (kafkaRecord.timestamp() < 0) {
      throw new UnreadableEvent("the record has no timestamp");
    }
    return new Arrival(
        id,
        post,
        new String(kafkaRecord.value(), StandardCharsets.UTF_8),
        Instant.ofEpochMilli(kafkaRecord.timestamp()).atOffset(ZoneOffset.UTC));
  }
}
