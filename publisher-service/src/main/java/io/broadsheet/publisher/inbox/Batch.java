package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.UnreadableEvent;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Records of a channel's topic, read.
 *
 * @param records all of them, in the topic's order
 * @param readable the events among them
 * @param unreadable the others
 */
public record Batch(
    List<ConsumerRecord<byte[], byte[]>> records,
    List<Arrival> readable,
    List<Unreadable> unreadable) {

  /**
   * A record that cannot become a delivery.
   *
   * @param reason what is wrong with it
   */
  public record Unreadable(ConsumerRecord<byte[], byte[]> kafkaRecord, String reason) {}

  /**
   * Has records taken, all at once; if PostgreSQL can never store one of them, each for itself and
   * that one as unreadable, so that it does not keep its neighbours out.
   *
   * @param taker takes a batch whole or, throwing, not at all
   * @throws RuntimeException what the taker threw for any other reason
   */
  public static void take(List<ConsumerRecord<byte[], byte[]>> records, Consumer<Batch> taker) {
    Batch batch = read(records);
    try {
      taker.accept(batch);
    } catch (PgException e) {
      if (!DeadLetters.isDataFault(e) || batch.readable.isEmpty()) {
        throw e;
      }
      if (records.size() > 1) {
        records.forEach(one -> take(List.of(one), taker));
      } else {
        taker.accept(
            new Batch(
                records,
                List.of(),
                List.of(
                    new Unreadable(
                        records.get(0), "PostgreSQL cannot store it: " + e.getErrorMessage()))));
      }
    }
  }

  private static Batch read(List<ConsumerRecord<byte[], byte[]>> records) {
    List<Arrival> readable = new ArrayList<>();
    List<Unreadable> unreadable = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> kafkaRecord : records) {
      try {
        readable.add(Arrival.read(kafkaRecord));
      } catch (UnreadableEvent e) {
        unreadable.add(new Unreadable(kafkaRecord, e.getMessage()));
      }
    }
    return new Batch(List.copyOf(records), List.copyOf(readable), List.copyOf(unreadable));
  }
}
