package io.broadsheet.lab.scenario;

import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.inbox.LabInbox;
import io.vertx.core.VertxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The inbox of a {@link Pipeline}, its replicas in one group. Who stands still loses its partitions
 * to another and goes on beside it with what it had read.
 */
final class PipelineInbox {

  static final String COMMIT = "commit";

  private static final Duration LOOK = Duration.ofMillis(100);

  /** Shorter than a freeze. */
  private static final int LONGEST_BETWEEN_POLLS_MS = 2_000;

  private static final int BETWEEN_HEARTBEATS_MS = 500;

  private final Stage stage;
  private final Armed met;
  private final BooleanSupplier over;
  private final String group = "lab-" + UUID.randomUUID();

  /**
   * @param met by whoever of the replicas comes first
   * @param over when it ends
   */
  PipelineInbox(Stage stage, Armed met, BooleanSupplier over) {
    this.stage = stage;
    this.met = met;
    this.over = over;
  }

  /** One replica, replaced when it dies, until it is over or its thread is interrupted. */
  void takeIn() {
    while (!over.getAsBoolean()) {
      Lifeline lifeline = new Lifeline(met, () -> {});
      LabInbox inbox = new LabInbox(new FaultyDatabase(stage.publisher(), lifeline));
      try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
        consumer.subscribe(Arrays.stream(ChannelKind.values()).map(Topics::post).toList());
        while (!over.getAsBoolean()) {
          ConsumerRecords<byte[], byte[]> batch = consumer.poll(LOOK);
          if (!batch.isEmpty()) {
            takeUntilTaken(inbox, batch);
            commit(consumer, lifeline);
          }
        }
      } catch (Crashed e) {
        continue;
      } catch (InterruptException e) {
        return;
      }
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", stage.bootstrapServers());
    settings.put("group.id", group);
    settings.put("auto.offset.reset", "earliest");
    settings.put("enable.auto.commit", false);
    settings.put("max.poll.records", 2);
    settings.put("max.poll.interval.ms", LONGEST_BETWEEN_POLLS_MS);
    settings.put("heartbeat.interval.ms", BETWEEN_HEARTBEATS_MS);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private void takeUntilTaken(LabInbox inbox, ConsumerRecords<byte[], byte[]> batch) {
    while (!over.getAsBoolean()) {
      try {
        inbox.take(batch);
        return;
      } catch (VertxException e) {
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
  }

  // As the service does: the rows are there, and what is read again changes nothing.
  private static void commit(KafkaConsumer<byte[], byte[]> consumer, Lifeline lifeline) {
    try {
      if (lifeline.pass(FaultPoint.before(COMMIT)).isEmpty()) {
        consumer.commitSync();
        lifeline.pass(FaultPoint.after(COMMIT));
      }
    } catch (CommitFailedException | RebalanceInProgressException e) {
      // Another has its partitions by now.
      return;
    }
  }
}
