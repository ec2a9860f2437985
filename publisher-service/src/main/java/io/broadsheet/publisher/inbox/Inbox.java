package io.broadsheet.publisher.inbox;

import io.broadsheet.common.target.ChannelKind;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.reactive.messaging.kafka.KafkaConnector;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

/**
 * Consumes the topic of every {@link ChannelKind}, one group per channel, whether or not a target
 * of that channel is configured: an event that nobody takes would never be settled.
 */
@ApplicationScoped
class Inbox {

  private final TakeBatch takeBatch;
  private final KafkaConnector kafka;
  private final Config config;
  private ExecutorService threads;
  private List<TopicConsumer> consumers = List.of();

  Inbox(
      TakeBatch takeBatch,
      @Connector(KafkaConnector.CONNECTOR_NAME) KafkaConnector kafka,
      Config config) {
    this.takeBatch = takeBatch;
    this.kafka = kafka;
    this.config = config;
  }

  void start(@Observes StartupEvent event) {
    // A thread lives while it is needed: none at rest.
    threads = Executors.newCachedThreadPool(task -> new Thread(task, "inbox"));
    consumers = Arrays.stream(ChannelKind.values()).map(this::consume).toList();
  }

  private TopicConsumer consume(ChannelKind channel) {
    TopicConsumer consumer = new TopicConsumer("post-" + channel.wireName(), takeBatch);
    consumer.start(kafka.getPublisher(ConsumerConfiguration.of(channel, config)), threads);
    return consumer;
  }

  // All at once: each waits for its batch and for the broker.
  void stop(@Observes ShutdownEvent event) {
    CompletableFuture.allOf(
            consumers.stream()
                .map(consumer -> CompletableFuture.runAsync(consumer::close, threads))
                .toArray(CompletableFuture[]::new))
        .join();
    threads.shutdown();
  }
}
