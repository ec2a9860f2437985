package io.broadsheet.generator.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from its beginning, outside any group, and keeps what it has read. */
public final class TopicReader implements AutoCloseable {

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

  public TopicReader(String bootstrapServers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Whether a record of an outbox row has been read; looks for more only if none has. */
  public boolean has(UUID outboxId) {
    return records.stream().anyMatch(r -> outboxId.toString().equals(header(r, "id")))
        || !of(outboxId).isEmpty();
  }

  /** Reads all that Kafka has by now. */
  public void readToEnd() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      consumer.poll(Duration.ofMillis(50)).forEach(records::add);
    }
  }

  /** Every record so far of one outbox row. */
  public List<ConsumerRecord<byte[], byte[]>> of(UUID outboxId) {
    consumer.poll(Duration.ofMillis(50)).forEach(records::add);
    return records.stream().filter(r -> outboxId.toString().equals(header(r, "id"))).toList();
  }

  /** A header as text, or null. */
  public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
