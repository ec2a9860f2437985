package io.broadsheet.generator.relay;

import io.debezium.data.Envelope;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jboss.logging.Logger;

/**
 * Takes what the engine read from the WAL, notes heartbeats at once, sends outbox rows, and
 * acknowledges to the engine, in order, only what Kafka has acknowledged. A row that cannot be sent
 * holds up no other: it stays unsettled, and the reconciler finds and parks it.
 */
final class ChangeHandler
    implements DebeziumEngine.ChangeConsumer<ChangeEvent<SourceRecord, SourceRecord>> {

  private static final Logger LOG = Logger.getLogger(ChangeHandler.class);

  private final KafkaSender sender;
  private final RelayHealth health;
  private final LongAdder relayed;

  /**
   * @param relayed counts what Kafka has acknowledged
   */
  ChangeHandler(KafkaSender sender, RelayHealth health, LongAdder relayed) {
    this.sender = sender;
    this.health = health;
    this.relayed = relayed;
  }

  private record Sent(OutboxMessage message, Future<RecordMetadata> acknowledgement) {}

  @Override
  public void handleBatch(
      List<ChangeEvent<SourceRecord, SourceRecord>> events,
      DebeziumEngine.RecordCommitter<ChangeEvent<SourceRecord, SourceRecord>> committer)
      throws InterruptedException {
    health.reads();
    events.forEach(event -> noteHeartbeat(event.value()));
    health.sendingBegan();
    try {
      List<Optional<Sent>> sent = new ArrayList<>(events.size());
      for (ChangeEvent<SourceRecord, SourceRecord> event : events) {
        sent.add(send(event.value()));
        forgetPayload(event.value());
      }
      for (int i = 0; i < events.size(); i++) {
        if (sent.get(i).isPresent()) {
          await(sent.get(i).get());
        }
        committer.markProcessed(events.get(i));
      }
      committer.markBatchFinished();
    } finally {
      health.sendingEnded();
    }
  }

  private void noteHeartbeat(SourceRecord change) {
    if (isInsertInto(change, "relay_heartbeat")) {
      health.arrived(row(change).getInt64("id"));
    }
  }

  private Optional<Sent> send(SourceRecord change) {
    return isInsertInto(change, "outbox")
        ? message(row(change)).map(message -> new Sent(message, sender.send(message)))
        : Optional.empty();
  }

  /** It was copied, and the engine keeps the row until its batch ends. */
  private static void forgetPayload(SourceRecord change) {
    if (isInsertInto(change, "outbox")) {
      row(change).put("payload", "");
    }
  }

  private static Optional<OutboxMessage> message(Struct row) {
    try {
      return Optional.of(OutboxMessage.of(row));
    } catch (RuntimeException e) {
      left(row.getString("id"), e.getMessage());
      return Optional.empty();
    }
  }

  private void await(Sent sent) throws InterruptedException {
    try {
      sent.acknowledgement().get();
      relayed.increment();
    } catch (ExecutionException e) {
      if (reasonToLeave(e.getCause()).isEmpty()) {
        throw notTaken(e);
      }
      sendAlone(sent.message());
    }
  }

  private void sendAlone(OutboxMessage message) throws InterruptedException {
    try {
      sender.send(message).get();
      relayed.increment();
    } catch (ExecutionException e) {
      left(message.id().toString(), reasonToLeave(e.getCause()).orElseThrow(() -> notTaken(e)));
    }
  }

  /** Why the others need not wait for this one; empty if the way to Kafka is at fault. */
  private static Optional<String> reasonToLeave(Throwable failure) {
    return failure instanceof UnknownTopicOrPartitionException
        ? Optional.of(failure.getMessage())
        : RowRefusal.in(failure).map(RowRefusal::reason);
  }

  private static IllegalStateException notTaken(ExecutionException e) {
    return new IllegalStateException("Kafka refused a record: " + e.getCause(), e.getCause());
  }

  private static void left(String id, String reason) {
    LOG.errorf("the outbox row %s cannot be sent and is left to the reconciler: %s", id, reason);
  }

  /** Leaves out Debezium's own heartbeats, whose topic has no table. */
  private static boolean isInsertInto(SourceRecord change, String table) {
    return change.topic().endsWith(".generator." + table)
        && change.value() instanceof Struct envelope
        && Envelope.Operation.CREATE
            .code()
            .equals(envelope.getString(Envelope.FieldName.OPERATION));
  }

  private static Struct row(SourceRecord change) {
    return ((Struct) change.value()).getStruct(Envelope.FieldName.AFTER);
  }
}
