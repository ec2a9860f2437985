package io.broadsheet.common.migrate;

import io.broadsheet.common.event.Topics;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * The topics, with explicit partitions and replication. Those that exist are left as they are, but
 * each must admit the largest message.
 */
final class KafkaTopics {

  private static final int TIMEOUT_S = 60;

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
      widen(admin, Topics.all().stream().filter(present::contains).toList());
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

  private static void widen(Admin admin, List<String> topics)
      throws ExecutionException, InterruptedException, TimeoutException {
    AlterConfigOp limit =
        new AlterConfigOp(
            new ConfigEntry(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(Topics.MAX_MESSAGE_BYTES)),
            AlterConfigOp.OpType.SET);
    Map<ConfigResource, Collection<AlterConfigOp>> wider =
        MessageLimits.of(admin, topics, TIMEOUT_S).entrySet().stream()
            .filter(topic -> topic.getValue() < Topics.MAX_MESSAGE_BYTES)
            .collect(
                Collectors.toMap(
                    topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.getKey()),
                    topic -> List.of(limit)));
    if (!wider.isEmpty()) {
      admin.incrementalAlterConfigs(wider).all().get(TIMEOUT_S, TimeUnit.SECONDS);
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
                String.valueOf(Topics.MAX_MESSAGE_BYTES)));
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
