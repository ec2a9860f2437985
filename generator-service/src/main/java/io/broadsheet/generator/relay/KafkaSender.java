package io.broadsheet.generator.relay;

import io.broadsheet.common.event.Topics;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Sends outbox messages to Kafka, idempotently and to all in-sync replicas. It is the one layer
 * that retries: a broker that is away for hours only makes callers wait. Memory is bounded: when 16
 * MB wait for the broker, {@link #send} blocks. A topic that is gone makes nobody wait but its own
 * messages: they are refused until it is back.
 */
public final class KafkaSender implements AutoCloseable {

  private static final Set<String> TOPICS = Set.copyOf(Topics.all());

  /** So long nothing may be acknowledged until it is asked whether a topic is gone. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ReentrantLock sending = new ReentrantLock(true);
  private final Duration patience;
  private final AbsentTopics absent;
  private final ReplaceableProducer producer;

  /**
   * Connects to nothing yet.
   *
   * @param bootstrapServers {@code kafka.bootstrap.servers}
   */
  public KafkaSender(String bootstrapServers) {
    this(bootstrapServers, PATIENCE);
  }

  KafkaSender(String bootstrapServers, Duration patience) {
    this.patience = patience;
    this.absent = new AbsentTopics(new Broker(bootstrapServers), patience);
    this.producer =
        new ReplaceableProducer(() -> RelayProducer.connect(bootstrapServers, patience));
  }

  /**
   * Hands a message over; messages of one partition stay in the order of the calls. Blocks while
   * the buffer is full or the topic's leaders are unknown.
   *
   * @return completes when Kafka has acknowledged it; fails only with what no retry can mend for
   *     now, such as a record that is too large, a destination that leads to no topic, or, with
   *     {@link UnknownTopicOrPartitionException}, a topic of ours that Kafka does not have
   * @throws InterruptException if the thread is interrupted while it waits
   * @throws org.apache.kafka.common.KafkaException if no broker's name can be resolved
   * @throws IllegalStateException if the sender was closed
   */
  Future<RecordMetadata> send(OutboxMessage message) {
    Acknowledgement acknowledgement = new Acknowledgement(message, patience, this::look);
    if (!TOPICS.contains(acknowledgement.topic())) {
      return CompletableFuture.failedFuture(
          new InvalidTopicException(
              acknowledgement.topic() + " is no topic; the row's destination is at fault"));
    }
    try {
      while (!handOver(acknowledgement)) {
        look();
      }
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    return acknowledgement;
  }

  /** What keeps messages from being sent, for a person; empty if nothing is known to. */
  Optional<String> fault() {
    return absent.fault();
  }

  /** Gives up what Kafka does not acknowledge within 2 s: the slot and the outbox know of it. */
  @Override
  public void close() {
    producer.close();
  }

  /** False if it found no place for a while. Between two tries other callers have their turn. */
  private boolean handOver(Acknowledgement acknowledgement) throws InterruptedException {
    sending.lockInterruptibly();
    boolean done = false;
    try {
      done = isRefused(acknowledgement) || producer.offer(acknowledgement);
      return done;
    } finally {
      if (!done) {
        producer.withdraw(acknowledgement);
      }
      sending.unlock();
    }
  }

  /**
   * Refuses what waits for a topic that is gone. The producer would keep such messages, and the
   * memory they take, for weeks: it is replaced, and all others are sent anew.
   */
  private void look() throws InterruptedException {
    sending.lockInterruptibly();
    try {
      Set<String> gone = absent.look();
      boolean stuck = producer.unacknowledged().stream().anyMatch(a -> gone.contains(a.topic()));
      while (stuck) {
        producer.replace();
        stuck = !sendAnew();
      }
    } finally {
      sending.unlock();
    }
  }

  /** Sends what is not acknowledged, in its order; false if that stopped on the way. */
  private boolean sendAnew() {
    try {
      for (Acknowledgement acknowledgement : producer.unacknowledged()) {
        if (!isRefused(acknowledgement) && !producer.offer(acknowledgement)) {
          absent.look();
          return false;
        }
      }
    } catch (RuntimeException e) {
      // Their senders learn of it, for none may be sent before one that was in front of it.
      producer.unacknowledged().forEach(a -> a.completeExceptionally(e));
    }
    return true;
  }

  private boolean isRefused(Acknowledgement acknowledgement) {
    String topic = acknowledgement.topic();
    if (!absent.contains(topic)) {
      return false;
    }
    acknowledgement.completeExceptionally(
        new UnknownTopicOrPartitionException("Kafka lacks the topic " + topic));
    return true;
  }
}
