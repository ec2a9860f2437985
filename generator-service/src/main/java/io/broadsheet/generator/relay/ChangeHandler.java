package io.broadsheet.generator.relay;

import io.debezium.data.Envelope;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jboss.logging.Logger;

/**
 * Takes what the engine read from the WAL, notes heartbeats at once, sends outbox rows, and
 * acknowledges to the engine, in order, only what Kafka has acknowledged.
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

  @Override
  public void handleBatch(
      List<ChangeEvent<SourceRecord, SourceRecord>> events,
      DebeziumEngine.RecordCommitter<ChangeEvent<SourceRecord, SourceRecord>> committer)
      throws InterruptedException {
    health.reads();
    events.forEach(event -> noteHeartbeat(event.value()));
    health.sendingBegan();
    try {
      List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(events.size());
      for (ChangeEvent<SourceRecord, SourceRecord> event : events) {
        acknowledgements.add(send(event.value()));
      }
      for (int i = 0; i < events.size(); i++) {
        await(acknowledgements.get(i), events.get(i).value());
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

  private Future<RecordMetadata> send(SourceRecord change) {
    return isInsertInto(change, "outbox") ? sender.send(OutboxMessage.of(row(change))) : null;
  }

  private void await(Future<RecordMetadata> acknowledgement, SourceRecord change)
      throws InterruptedException {
    if (acknowledgement == null) {
      return;
    }
    try {
      acknowledgement.get();
      relayed.increment();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RecordTooLargeException
          || e.getCause() instanceof InvalidTopicException) {
        // One such row must not hold up all others; it stays unsettled in the outbox.
        LOG.errorf(
            "Kafka refuses the outbox row %s for good (%s); the reconciler goes on trying it",
            row(change).getString("id"), e.getCause().getMessage());
        return;
      }
      throw new IllegalStateException("Kafka refused a record: " + e.getCause(), e.getCause());
    }
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
