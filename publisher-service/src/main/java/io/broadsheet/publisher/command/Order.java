package io.broadsheet.publisher.command;

import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.EventHeaders;
import io.broadsheet.common.event.UnreadableEvent;
import io.broadsheet.publisher.inbox.EventRecord;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A command that has come in.
 *
 * @param seq the outbox row's; null if it came by the publisher's own port
 * @param event what was ordered
 * @param json the event as it came
 */
record Order(Long seq, CommandEvent event, String json) {

  /**
   * Reads a record.
   *
   * @throws UnreadableEvent with the reason, if a header is missing or malformed, the value is no
   *     command of a known version and kind, or the two disagree
   */
  static Order read(ConsumerRecord<byte[], byte[]> kafkaRecord) {
    UUID id = EventRecord.id(kafkaRecord);
    EventRecord.requireHeader(kafkaRecord, EventHeaders.TYPE, CommandEvent.TYPE);
    CommandEvent event = EventFormat.readCommand(kafkaRecord.value());
    EventRecord.requireHeader(kafkaRecord, EventHeaders.TARGET, event.target());
    EventRecord.requireHeader(kafkaRecord, EventHeaders.ID, event.id().toString());
    return new Order(
        seq(kafkaRecord), event, new String(kafkaRecord.value(), StandardCharsets.UTF_8));
  }

  UUID id() {
    return event.id();
  }

  /** The post and generation that it is about; empty if it is about a target or a channel. */
  Optional<Command.OfDelivery> ofDelivery() {
    return event.command() instanceof Command.OfDelivery command
        ? Optional.of(command)
        : Optional.empty();
  }

  private static long seq(ConsumerRecord<byte[], byte[]> kafkaRecord) {
    try {
      return Long.parseLong(EventRecord.header(kafkaRecord, EventHeaders.SEQ));
    } catch (NumberFormatException e) {
      throw new UnreadableEvent("the header \"seq\" is no number");
    }
  }

  @Override
  public String toString() {
    return event.command().kind()
        + " of "
        + event.target()
        + ofDelivery().map(c -> ", post " + c.postId() + " generation " + c.generation()).orElse("")
        + ", ordered by "
        + event.operator();
  }
}
