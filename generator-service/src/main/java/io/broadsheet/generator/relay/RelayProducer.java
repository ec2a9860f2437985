package io.broadsheet.generator.relay;

import io.broadsheet.common.event.Topics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** How the relay's producer is set: it retries for as long as it takes, with bounded memory. */
final class RelayProducer {

  /** An outbox payload of 10 MB and its headers fit. */
  private static final int MAX_REQUEST_BYTES = Topics.MAX_MESSAGE_BYTES;

  private static final long BUFFER_BYTES = 16L * 1024 * 1024;

  /** Nothing waits for a batch to fill; behind a backlog one request takes hundreds of rows. */
  private static final int BATCH_BYTES = 256 * 1024;

  private RelayProducer() {}

  /**
   * Connects to nothing yet.
   *
   * @param patience how long a message may find no topic's leaders, or no place in the buffer,
   *     until it is given back
   * @throws org.apache.kafka.common.KafkaException if no broker's name can be resolved
   */
  static Producer<byte[], byte[]> connect(String bootstrapServers, Duration patience) {
    return new KafkaProducer<>(
        Map.ofEntries(
            Map.entry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            Map.entry(ProducerConfig.CLIENT_ID_CONFIG, "broadsheet-relay"),
            Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
            Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
            Map.entry(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE),
            Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE),
            Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 15_000),
            Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, patience.toMillis()),
            Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 2_000L),
            Map.entry(ProducerConfig.LINGER_MS_CONFIG, 0),
            Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES),
            Map.entry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES),
            Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES)),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
