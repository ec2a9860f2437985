package io.broadsheet.common.migrate;

import io.broadsheet.common.event.Topics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics, with explicit partitions and replication; those that exist are left as they are. */
final class KafkaTopics {

  private static final int TIMEOUT_S = 60;

  /**
   * An outbox row of 10 MB and its headers fit; the broker's default of 1 MB would refuse long
   * articles.
   */
  private static final String MAX_MESSAGE_BYTES = String.valueOf(11 * 1024 * 1024);

  private KafkaTopics() {}

  static void ensure(MigrateSettings settings) {
    Map<String, Object> client =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            settings.bootstrapServers(),
            AdminClientConfig.CLIENT_ID_CONFIG,
            "broadsheet-migrate");
    try (Admin admin = Admin.create(client)) {
      Set<String> present = admin.listTopics().names().get(TIMEOUT_S, TimeUnit.SECONDS);
      List<NewTopic> missing =
          Topics.all().stream()
              .filter(topic -> !present.contains(topic))
              .map(topic -> describe(topic, settings))
              .toList();
      for (KafkaFuture<Void> made : admin.createTopics(missing).values().values()) {
        await(made);
      }
    } catch (ExecutionException e) {
      throw refusal(settings, e.getCause());
    } catch (TimeoutException | KafkaException e) {
      throw refusal(settings, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refusal(settings, e);
    }
  }

  private static void await(KafkaFuture<Void> made)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      made.get(TIMEOUT_S, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      // Two migrates at once: the other one made it.
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  private static NewTopic describe(String topic, MigrateSettings settings) {
    return new NewTopic(topic, settings.partitions(), settings.replication())
        .configs(
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                String.valueOf(settings.retention().toMillis()),
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                MAX_MESSAGE_BYTES));
  }

  private static MigrationFault refusal(MigrateSettings settings, Throwable cause) {
    return new MigrationFault(
        "the topics could not be made (kafka.bootstrap.servers = "
            + settings.bootstrapServers()
            + "): "
            + cause,
        cause);
  }
}
