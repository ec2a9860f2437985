package io.broadsheet.publisher.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.microprofile.config.Config;

/** Makes the consumers of replays: at the inbox's broker, within the inbox's bounds, no group. */
final class ReplayConsumers {

  private static final String CONNECTOR = "mp.messaging.connector.smallrye-kafka.";
  private static final List<String> BOUNDS =
      List.of(
          ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
          ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
          ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG);

  // Well below a lease, so that one that waits for the broker keeps it.
  private static final int TIMEOUT_MS = 5_000;

  private final Map<String, Object> settings;

  /**
   * @param kafka the settings of every Kafka client of this service
   * @param config the service's configuration
   */
  ReplayConsumers(Map<String, Object> kafka, Config config) {
    Map<String, Object> all = new HashMap<>(kafka);
    BOUNDS.forEach(key -> all.put(key, config.getValue(CONNECTOR + key, String.class)));
    all.put(ConsumerConfig.CLIENT_ID_CONFIG, "broadsheet-replay");
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // A position that the topic has no more is looked at anew, see TopicRange.
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    all.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    settings = Map.copyOf(all);
  }

  Consumer<byte[], byte[]> open() {
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
