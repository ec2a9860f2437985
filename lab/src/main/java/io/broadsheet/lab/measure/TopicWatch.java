package io.broadsheet.lab.measure;

import io.broadsheet.common.event.EventHeaders;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.embedded.Waiting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Notes when each event of Telegram's topic can first be read. */
final class TopicWatch implements AutoCloseable {

  private static final String TOPIC = Topics.post(ChannelKind.TELEGRAM);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<UUID, Instant> arrivals = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::watch, "topic-watch");

  TopicWatch(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                5_000),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(TOPIC).stream()
            .map(info -> new TopicPartition(TOPIC, info.partition()))
            .toList();
    consumer.assign(partitions);
    thread.start();
  }

  private void watch() {
    try {
      while (true) {
        for (ConsumerRecord<byte[], byte[]> event : consumer.poll(Duration.ofSeconds(1))) {
          String id =
              new String(
                  event.headers().lastHeader(EventHeaders.ID).value(), StandardCharsets.UTF_8);
          arrivals.putIfAbsent(UUID.fromString(id), Instant.now());
        }
      }
    } catch (WakeupException e) {
      consumer.close();
    }
  }

  /** Waits until so many different events have come since the last {@link #forget()}. */
  void await(int events, Duration limit) {
    Waiting.until(
        limit,
        Duration.ofMillis(20),
        () -> arrivals.size() >= events,
        () -> arrivals.size() + " of " + events + " events are in Kafka");
  }

  /** When each event came, by its outbox row's id. */
  Map<UUID, Instant> arrivals() {
    return Map.copyOf(arrivals);
  }

  /** From the first arrival to the last. */
  Duration span() {
    return Duration.between(
        arrivals.values().stream().min(Instant::compareTo).orElseThrow(), last());
  }

  Instant last() {
    return arrivals.values().stream().max(Instant::compareTo).orElseThrow();
  }

  void forget() {
    arrivals.clear();
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
