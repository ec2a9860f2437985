package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.EventHeaders;
import io.broadsheet.common.event.UnreadableEvent;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads the headers of a record on a {@code broadsheet.*} topic. */
public final class EventRecord {

  private EventRecord() {}

  /**
   * The outbox row's id.
   *
   * @throws UnreadableEvent if the header is missing or no UUID
   */
  public static UUID id(ConsumerRecord<byte[], byte[]> kafkaRecord) {
    String text = header(kafkaRecord, EventHeaders.ID);
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new UnreadableEvent("the header \"id\" is no UUID");
    }
  }

  /**
   * A header's text.
   *
   * @throws UnreadableEvent if it is missing
   */
  public static String header(ConsumerRecord<byte[], byte[]> kafkaRecord, String name) {
    Header header = kafkaRecord.headers().lastHeader(name);
    if (header == null || header.value() == null) {
      throw new UnreadableEvent("the header \"" + name + "\" is missing");
    }
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  /**
   * Requires that a header says what the event says.
   *
   * @throws UnreadableEvent if it is missing or says something else
   */
  public static void requireHeader(
      ConsumerRecord<byte[], byte[]> kafkaRecord, String name, String expected) {
    if (!header(kafkaRecord, name).equals(expected)) {
      throw new UnreadableEvent(
          "the header \"" + name + "\" does not say what the event says: " + name + " " + expected);
    }
  }
}
