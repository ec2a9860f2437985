package io.broadsheet.generator.relay;

import io.broadsheet.common.event.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends outbox messages to Kafka, idempotently and to all in-sync replicas. It is the one layer
 * that retries: a broker that is away for hours only makes callers wait. Memory is bounded: when 16
 * MB wait for the broker, {@link #send} blocks.
 */
public final class KafkaSender implements AutoCloseable {

  /** An outbox payload of 10 MB and its headers fit. */
  private static final int MAX_REQUEST_BYTES = Topics.MAX_MESSAGE_BYTES;

  private static final Set<String> TOPICS = Set.copyOf(Topics.all());

  private static final long BUFFER_BYTES = 16L * 1024 * 1024;

  /** Nothing waits for a batch to fill; behind a backlog one request takes hundreds of rows. */
  private static final int BATCH_BYTES = 256 * 1024;

  /** What is under way when the service stops may still be acknowledged for so long. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final String bootstrapServers;
  private Producer<byte[], byte[]> producer;
  private boolean closed;

  /**
   * Connects to nothing yet.
   *
   * @param bootstrapServers {@code kafka.bootstrap.servers}
   */
  public KafkaSender(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * Hands a message over; messages of one partition stay in the order of the calls. Blocks while
   * the buffer is full or the topic's leaders are unknown.
   *
   * @return completes when Kafka has acknowledged it; fails only with what no retry can mend, such
   *     as a record that is too large or a destination that leads to no topic
   * @throws InterruptException if the thread is interrupted while it waits
   * @throws org.apache.kafka.common.KafkaException if no broker's name can be resolved
   * @throws IllegalStateException if the sender was closed
   */
  Future<RecordMetadata> send(OutboxMessage message) {
    ProducerRecord<byte[], byte[]> record = message.toRecord();
    if (!TOPICS.contains(record.topic())) {
      // The producer would wait for such a topic for ever, and every other row with it.
      return CompletableFuture.failedFuture(
          new InvalidTopicException(
              record.topic() + " is no topic; the row's destination is at fault"));
    }
    return producer().send(record);
  }

  /** Gives up what Kafka does not acknowledge within 2 s: the slot and the outbox know of it. */
  @Override
  public void close() {
    Producer<byte[], byte[]> open;
    synchronized (this) {
      closed = true;
      open = producer;
    }
    if (open != null) {
      open.close(GRACE);
    }
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (closed) {
      throw new IllegalStateException("the relay is being stopped");
    }
    if (producer == null) {
      producer = connect();
    }
    return producer;
  }

  private Producer<byte[], byte[]> connect() {
    return new KafkaProducer<>(
        Map.ofEntries(
            Map.entry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            Map.entry(ProducerConfig.CLIENT_ID_CONFIG, "broadsheet-relay"),
            Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
            Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
            Map.entry(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE),
            Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE),
            Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 15_000),
            Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE),
            Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 2_000L),
            Map.entry(ProducerConfig.LINGER_MS_CONFIG, 0),
            Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES),
            Map.entry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES),
            Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES)),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
