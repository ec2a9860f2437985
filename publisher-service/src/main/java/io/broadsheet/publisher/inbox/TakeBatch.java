package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.UnreadableEvent;
import io.broadsheet.publisher.delivery.DueSignals;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * Takes one batch of records: readable ones become deliveries, the others dead letters. Safe to
 * repeat as a whole.
 */
@ApplicationScoped
class TakeBatch {

  private static final Logger LOG = Logger.getLogger(TakeBatch.class);

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

  /**
   * Takes it.
   *
   * @throws RuntimeException if broker or database fail; to be tried again
   */
  void takeBatch(Iterable<ConsumerRecord<byte[], byte[]>> batch) {
    List<Readable> readable = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> kafkaRecord : batch) {
      try {
        readable.add(new Readable(kafkaRecord, Arrival.read(kafkaRecord)));
      } catch (UnreadableEvent e) {
        putAside(kafkaRecord, e.getMessage());
      }
    }
    if (readable.isEmpty()) {
      return;
    }
    try {
      deposit(readable.stream().map(Readable::arrival).toList());
    } catch (PgException e) {
      if (!isDataFault(e)) {
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
        if (!isDataFault(e)) {
          throw e;
        }
        putAside(one.kafkaRecord(), "PostgreSQL cannot store it: " + e.getErrorMessage());
      }
    }
  }

  private void deposit(List<Arrival> arrivals) {
    List<String> created = deposit.deposit(arrivals);
    signals.raise(created);
    metrics.deposited(arrivals.get(0).post().channel(), created.size(), arrivals.size());
  }

  private void putAside(ConsumerRecord<byte[], byte[]> kafkaRecord, String reason) {
    deadLetters.add(kafkaRecord, reason);
    metrics.putAside(kafkaRecord.topic());
    LOG.errorf(
        "record %s-%d@%d is a dead letter: %s",
        kafkaRecord.topic(), kafkaRecord.partition(), kafkaRecord.offset(), reason);
  }

  // 22: data exception, 23: integrity constraint violation, 54: program limit exceeded.
  private static boolean isDataFault(PgException refusal) {
    String code = refusal.getSqlState();
    return code != null
        && (code.startsWith("22") || code.startsWith("23") || code.startsWith("54"));
  }
}
