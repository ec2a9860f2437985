package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.UnreadableEvent;
import io.broadsheet.publisher.delivery.DueSignals;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes one batch of records: readable ones become deliveries, the others dead letters. Safe to
 * repeat as a whole.
 */
@ApplicationScoped
class TakeBatch implements TopicConsumer.Taker {

  private final Deposit deposit;
  private final DeadLetters deadLetters;
  private final DueSignals signals;
  private final InboxMetrics metrics;

  TakeBatch(Deposit deposit, DeadLetters deadLetters, DueSignals signals, InboxMetrics metrics) {
    this.deposit = deposit;
    this.deadLetters = deadLetters;
    this.signals = signals;
    this.metrics = metrics;
  }

  @Override
  public void takeBatch(Iterable<ConsumerRecord<byte[], byte[]>> batch) {
    List<Readable> readable = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> kafkaRecord : batch) {
      try {
        readable.add(new Readable(kafkaRecord, Arrival.read(kafkaRecord)));
      } catch (UnreadableEvent e) {
        deadLetters.add(kafkaRecord, e.getMessage());
      }
    }
    if (readable.isEmpty()) {
      return;
    }
    try {
      deposit(readable.stream().map(Readable::arrival).toList());
    } catch (PgException e) {
      if (!DeadLetters.isDataFault(e)) {
        throw e;
      }
      depositOneByOne(readable);
    }
  }

  private record Readable(ConsumerRecord<byte[], byte[]> kafkaRecord, Arrival arrival) {}

  // One record that PostgreSQL cannot store must not keep its neighbours out.
  private void depositOneByOne(List<Readable> readable) {
    for (Readable one : readable) {
      try {
        deposit(List.of(one.arrival()));
      } catch (PgException e) {
        if (!DeadLetters.isDataFault(e)) {
          throw e;
        }
        deadLetters.add(one.kafkaRecord(), "PostgreSQL cannot store it: " + e.getErrorMessage());
      }
    }
  }

  private void deposit(List<Arrival> arrivals) {
    List<String> created = deposit.deposit(arrivals);
    signals.raise(created);
    metrics.deposited(arrivals.get(0).post().channel(), created.size(), arrivals.size());
  }
}
