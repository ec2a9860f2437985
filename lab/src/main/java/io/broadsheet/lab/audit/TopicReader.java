package io.broadsheet.lab.audit;

import io.broadsheet.common.event.EventHeaders;
import io.broadsheet.common.event.Topics;
import io.broadsheet.lab.audit.Evidence.TopicRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads every topic from its beginning, outside any group.
 *
 * @param bootstrapServers of the broker
 */
public record TopicReader(String bootstrapServers) {

  private static final Duration POLL = Duration.ofMillis(500);

  /** The records that say which outbox row they are of. */
  public List<TopicRecord> read() {
    List<TopicRecord> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          Topics.all().stream()
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (partitions.stream()
          .anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
        consumer.poll(POLL).forEach(found -> outboxId(found).ifPresent(records::add));
      }
    }
    return records;
  }

  private static Optional<TopicRecord> outboxId(ConsumerRecord<byte[], byte[]> found) {
    return Optional.ofNullable(found.headers().lastHeader(EventHeaders.ID))
        .map(header -> UUID.fromString(new String(header.value(), StandardCharsets.UTF_8)))
        .map(id -> new TopicRecord(found.topic(), id));
  }
}
