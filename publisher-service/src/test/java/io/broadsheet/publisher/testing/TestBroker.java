package io.broadsheet.publisher.testing;

import io.broadsheet.common.event.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A producer and a reader of the broker under test. */
public final class TestBroker implements AutoCloseable {

  private final String bootstrapServers;
  private final KafkaProducer<byte[], byte[]> producer;

  public TestBroker(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "acks",
                "all",
                "max.request.size",
                Topics.MAX_MESSAGE_BYTES),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends a record and waits until the broker has it. */
  public void send(String topic, String key, byte[] value, Map<String, String> headers) {
    send(topic, key, value, headers, Instant.now());
  }

  /** Sends a record of another time. */
  public void send(
      String topic, String key, byte[] value, Map<String, String> headers, Instant timestamp) {
    ProducerRecord<byte[], byte[]> outgoing =
        new ProducerRecord<>(
            topic, null, timestamp.toEpochMilli(), key.getBytes(StandardCharsets.UTF_8), value);
    headers.forEach(
        (name, text) -> outgoing.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    try {
      producer.send(outgoing).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits for a record. */
  public ConsumerRecord<byte[], byte[]> await(
      String topic, Duration atMost, Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    long deadline = System.nanoTime() + atMost.toNanos();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                "test-" + UUID.randomUUID(),
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(topic));
      while (System.nanoTime() - deadline < 0) {
        for (ConsumerRecord<byte[], byte[]> incoming : consumer.poll(Duration.ofMillis(200))) {
          if (wanted.test(incoming)) {
            return incoming;
          }
        }
      }
    }
    throw new AssertionError("no such record on " + topic + " within " + atMost);
  }

  /** The members of a consumer group. */
  public Set<String> members(String group) {
    return ask(
        admin ->
            admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
                .map(MemberDescription::consumerId)
                .collect(Collectors.toSet()));
  }

  /** How many records of a topic, from which none was deleted, a group has not yet committed. */
  public long lag(String group, String topic) {
    return ask(
        admin -> {
          Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
          var description = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
          description
              .partitions()
              .forEach(
                  one ->
                      latest.put(new TopicPartition(topic, one.partition()), OffsetSpec.latest()));
          var ends = admin.listOffsets(latest).all().get();
          Map<TopicPartition, OffsetAndMetadata> committed =
              admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
          return ends.entrySet().stream()
              .mapToLong(end -> end.getValue().offset() - offset(committed.get(end.getKey())))
              // What was committed of a topic of the same name before it was made anew.
              .map(behind -> Math.max(0, behind))
              .sum();
        });
  }

  private static long offset(OffsetAndMetadata committed) {
    return committed == null ? 0 : committed.offset();
  }

  private interface Question<T> {
    T ask(Admin admin) throws ExecutionException, InterruptedException;
  }

  private <T> T ask(Question<T> question) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      return question.ask(admin);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
