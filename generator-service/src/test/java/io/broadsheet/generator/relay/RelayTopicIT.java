package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.generator.testing.OwnServers;
import io.broadsheet.generator.testing.TopicReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Somebody deletes a topic, and {@code migrate} makes it anew. */
class RelayTopicIT {

  private static final String VK = "broadsheet.post.vk";

  private static OwnServers servers;

  private final RelayScene scene = new RelayScene(servers.migratedDatabase());

  @BeforeAll
  static void start() {
    servers = OwnServers.start();
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("R21")
  void aTopicThatIsDeletedUnderTheRelayHoldsUpNoOtherAndGetsItsRowsOnceItIsBack() throws Exception {
    Relay relay = scene.start(Duration.ofSeconds(1));
    RelayScene.within(30).until(() -> relay.status().heartbeatAgeMs() != null);
    UUID before = insert("post.vk");
    try (TopicReader vk = new TopicReader(servers.bootstrapServers(), VK)) {
      RelayScene.within(30).until(() -> vk.has(before));
    }
    scene.settle(before);
    deleteVk();

    // The producer believes that it knows the topic's leaders, and takes the row.
    List<UUID> gone = List.of(insert("post.vk"), insert("post.vk"));
    RelayScene.within(20).until(() -> relay.status().waitingForKafkaMs() > 0);
    UUID post = scene.insert();
    UUID command = insert("command");

    scene.awaitRelayed(post);
    try (TopicReader commands = new TopicReader(servers.bootstrapServers(), "broadsheet.command")) {
      RelayScene.within(30).until(() -> commands.has(command));
    }
    UUID late = insert("post.vk");
    scene.awaitRelayed(scene.insert());
    assertThat(relay.status().role()).isEqualTo("active");
    assertThat(relay.status().restarts()).isZero();
    assertThat(relay.status().lastError()).contains(VK);
    assertThat(relay.readinessFault()).isEmpty();
    // However long that lasts.
    scene.database.execute(
        "update generator.reconciliation set refused_since = now() - interval '25 hours'");

    Migrate.run(scene.database.settings());

    awaitInVk(gone);
    awaitInVk(List.of(late, insert("post.vk")));
    assertThat(scene.database.query("select outbox_id from publisher.dead_letter")).isEmpty();
    assertThat(relay.status().lastError()).isNull();
  }

  @Test
  @Case("R21")
  void aTopicThatIsMissingAtTheStartHoldsUpNoOther() throws Exception {
    deleteVk();
    Relay relay = scene.start(Duration.ofSeconds(1));
    UUID gone = insert("post.vk");
    RelayScene.within(30)
        .until(
            () ->
                !scene
                    .database
                    .query(
                        "select outbox_id from generator.reconciliation where outbox_id = ?", gone)
                    .isEmpty());

    scene.awaitRelayed(scene.insert());
    assertThat(relay.readinessFault()).isEmpty();

    Migrate.run(scene.database.settings());

    awaitInVk(List.of(gone));
  }

  private UUID insert(String destination) {
    UUID id = UUID.randomUUID();
    scene.database.execute(
        """
        insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
        values (?, ?, 'vk-ru', ?, 'post', '{}')
        """,
        id,
        destination,
        UUID.randomUUID());
    return id;
  }

  private static void deleteVk() throws Exception {
    Map<String, Object> client =
        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      admin.deleteTopics(List.of(VK)).all().get();
      RelayScene.within(10).until(() -> !admin.listTopics().names().get().contains(VK));
    }
  }

  private static void awaitInVk(List<UUID> ids) {
    try (TopicReader vk = new TopicReader(servers.bootstrapServers(), VK)) {
      ids.forEach(id -> RelayScene.within(60).until(() -> vk.has(id)));
    }
  }
}
