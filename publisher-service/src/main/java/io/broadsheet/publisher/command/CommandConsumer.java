package io.broadsheet.publisher.command;

import io.broadsheet.common.event.Topics;
import io.broadsheet.publisher.inbox.ConsumerConfiguration;
import io.broadsheet.publisher.inbox.TopicConsumer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.reactive.messaging.kafka.KafkaConnector;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

/** Consumes {@code broadsheet.command} in the group {@code broadsheet.publisher.command}. */
@ApplicationScoped
class CommandConsumer {

  private static final String NAME = "command";

  private final TopicConsumer consumer;
  private final KafkaConnector kafka;
  private final Config config;
  // A thread lives while it is needed: none at rest.
  private final ExecutorService threads =
      Executors.newCachedThreadPool(task -> new Thread(task, "commands"));

  CommandConsumer(
      TakeCommands takeCommands,
      @Connector(KafkaConnector.CONNECTOR_NAME) KafkaConnector kafka,
      Config config) {
    this.consumer = new TopicConsumer(NAME, takeCommands);
    this.kafka = kafka;
    this.config = config;
  }

  void start(@Observes StartupEvent event) {
    consumer.start(
        kafka.getPublisher(ConsumerConfiguration.of(NAME, Topics.COMMAND, NAME, config)), threads);
  }

  void stop(@Observes ShutdownEvent event) {
    consumer.close();
    threads.shutdown();
  }
}
