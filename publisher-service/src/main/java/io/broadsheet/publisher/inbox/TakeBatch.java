package io.broadsheet.publisher.inbox;

import io.broadsheet.publisher.delivery.DueSignals;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes one batch of records: readable ones become deliveries, then the others dead letters, so
 * that one whose bytes Kafka does not take keeps none of its neighbours out. Safe to repeat as a
 * whole.
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
    List<Batch.Unreadable> unreadable = new ArrayList<>();
    Batch.take(
        StreamSupport.stream(batch.spliterator(), false).toList(),
        taken -> {
          deposit(taken.readable());
          unreadable.addAll(taken.unreadable());
        });
    unreadable.forEach(one -> deadLetters.add(one.kafkaRecord(), one.reason()));
  }

  private void deposit(List<Arrival> arrivals) {
    if (!arrivals.isEmpty()) {
      List<String> created = deposit.deposit(arrivals);
      signals.raise(created);
      metrics.deposited(arrivals.get(0).post().channel(), created.size(), arrivals.size());
    }
  }
}
