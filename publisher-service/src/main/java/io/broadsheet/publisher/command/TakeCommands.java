package io.broadsheet.publisher.command;

import io.broadsheet.common.event.UnreadableEvent;
import io.broadsheet.publisher.inbox.DeadLetters;
import io.broadsheet.publisher.inbox.TopicConsumer;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes one batch of records: readable ones become rows, the others dead letters. Safe to repeat as
 * a whole.
 */
@ApplicationScoped
class TakeCommands implements TopicConsumer.Taker {

  private final CommandRows rows;
  private final DeadLetters deadLetters;
  private final CommandWatch watch;

  TakeCommands(CommandRows rows, DeadLetters deadLetters, CommandWatch watch) {
    this.rows = rows;
    this.deadLetters = deadLetters;
    this.watch = watch;
  }

  @Override
  public void takeBatch(Iterable<ConsumerRecord<byte[], byte[]>> batch) {
    for (ConsumerRecord<byte[], byte[]> kafkaRecord : batch) {
      try {
        receive(kafkaRecord);
      } catch (UnreadableEvent e) {
        deadLetters.add(kafkaRecord, e.getMessage());
      }
    }
    watch.lookNow();
  }

  // One by one: people give few orders, and one that cannot be stored keeps no other out.
  private void receive(ConsumerRecord<byte[], byte[]> kafkaRecord) {
    Order order = Order.read(kafkaRecord);
    try {
      rows.receive(order);
    } catch (PgException e) {
      if (!DeadLetters.isDataFault(e)) {
        throw e;
      }
      deadLetters.add(kafkaRecord, "PostgreSQL cannot store it: " + e.getErrorMessage());
    }
  }
}
