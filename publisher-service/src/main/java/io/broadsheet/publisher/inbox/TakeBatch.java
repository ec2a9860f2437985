package io.broadsheet.publisher.inbox;

import io.broadsheet.publisher.delivery.DueSignals;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.StreamSupport;
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
    Batch.take(StreamSupport.stream(batch.spliterator(), false).toList(), this::take);
  }

  private void take(Batch batch) {
    batch
        .unreadable()
        .forEach(unreadable -> deadLetters.add(unreadable.kafkaRecord(), unreadable.reason()));
    List<Arrival> arrivals = batch.readable();
    if (!arrivals.isEmpty()) {
      List<String> created = deposit.deposit(arrivals);
      signals.raise(created);
      metrics.deposited(arrivals.get(0).post().channel(), created.size(), arrivals.size());
    }
  }
}
