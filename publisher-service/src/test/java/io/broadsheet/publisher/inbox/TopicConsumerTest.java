package io.broadsheet.publisher.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Multi;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordBatchMetadata;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.junit.jupiter.api.Test;

class TopicConsumerTest {

  @Test
  void anErrorEndsNoTopic() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CompletableFuture<Void> acknowledged = new CompletableFuture<>();
    TopicConsumer consumer =
        new TopicConsumer(
            "the telegraph topic",
            batch -> {
              if (tries.incrementAndGet() == 1) {
                throw new StackOverflowError("too deep");
              }
            });

    consumer.start(Multi.createFrom().item(batch(acknowledged)), Runnable::run);

    acknowledged.get(20, TimeUnit.SECONDS);
    assertThat(tries).hasValue(2);
  }

  private static Message<?> batch(CompletableFuture<Void> acknowledged) {
    return Message.of(
        "",
        Metadata.of(
            new IncomingKafkaRecordBatchMetadata<byte[], byte[]>(
                new ConsumerRecords<>(Map.of(), Map.of()), "telegraph", Map.of())),
        () -> {
          acknowledged.complete(null);
          return acknowledged;
        });
  }
}
