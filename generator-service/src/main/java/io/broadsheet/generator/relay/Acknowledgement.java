package io.broadsheet.generator.relay;

import io.broadsheet.common.event.Topics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Kafka's answer to one message. Whoever waits for it long looks, now and then, what keeps it. */
final class Acknowledgement extends CompletableFuture<RecordMetadata> {

  /** Looks why nothing is acknowledged, and refuses what cannot be for now. */
  interface Look {
    void look() throws InterruptedException;
  }

  private final OutboxMessage message;
  private final Duration patience;
  private final Look look;

  /**
   * @param patience how long it is waited for between two looks
   */
  Acknowledgement(OutboxMessage message, Duration patience, Look look) {
    this.message = message;
    this.patience = patience;
    this.look = look;
  }

  OutboxMessage message() {
    return message;
  }

  String topic() {
    return Topics.of(message.destination());
  }

  @Override
  public RecordMetadata get() throws InterruptedException, ExecutionException {
    while (true) {
      try {
        return super.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        look.look();
      }
    }
  }

  /** A look that has begun is ended: it may take longer than the limit. */
  @Override
  public RecordMetadata get(long limit, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    long end = System.nanoTime() + unit.toNanos(limit);
    while (true) {
      long left = end - System.nanoTime();
      try {
        return super.get(Math.min(left, patience.toNanos()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (left <= patience.toNanos()) {
          throw e;
        }
        look.look();
      }
    }
  }
}
