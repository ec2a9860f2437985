package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Topics;
import io.broadsheet.generator.testing.OwnServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was handed over before it turns out that a topic is gone. */
@Timeout(180)
class KafkaSenderIT {

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final UUID POST = UUID.randomUUID();

  private static OwnServers servers;
  private static Admin admin;

  private final KafkaSender sender = new KafkaSender(servers.bootstrapServers(), PATIENCE);
  private long seq;

  @BeforeAll
  static void start() {
    servers = OwnServers.start();
    admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    servers.close();
  }

  @BeforeEach
  void create() throws Exception {
    admin
        .createTopics(
            List.of(
                new NewTopic("broadsheet.post.vk", 1, (short) 1),
                new NewTopic("broadsheet.post.telegram", 1, (short) 1)
                    .configs(
                        Map.of("max.message.bytes", Integer.toString(Topics.MAX_MESSAGE_BYTES)))))
        .all()
        .get();
    acknowledged(send("vk"));
    acknowledged(send("telegram"));
  }

  @AfterEach
  void delete() throws Exception {
    sender.close();
    for (String topic : admin.listTopics().names().get()) {
      admin.deleteTopics(List.of(topic)).all().get();
    }
    RelayScene.within(10).until(() -> admin.listTopics().names().get().isEmpty());
  }

  @Test
  @Case("R21")
  void whatWaitsBesideATopicThatIsGoneArrivesInItsOrder() throws Exception {
    List<Future<RecordMetadata>> others = new ArrayList<>(List.of(firstThatIsThrottled()));
    deleteVk();
    Future<RecordMetadata> gone = send("vk");
    others.add(send("telegram"));
    others.add(send("telegram"));
    assertThat(others).noneMatch(Future::isDone);

    assertThatThrownBy(() -> acknowledged(gone))
        .hasCauseInstanceOf(UnknownTopicOrPartitionException.class)
        .hasMessageContaining("broadsheet.post.vk");
    assertThat(sender.fault().orElse("")).contains("broadsheet.post.vk");
    others.add(send("telegram"));

    List<Long> offsets = new ArrayList<>();
    for (Future<RecordMetadata> other : others) {
      offsets.add(acknowledged(other).offset());
    }
    assertThat(offsets).isSorted().doesNotHaveDuplicates();
  }

  @Test
  @Case("R21")
  void whatWaitsForATopicThatIsGoneTakesNoPlaceFromOthers() throws Exception {
    deleteVk();
    List<Future<RecordMetadata>> gone = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      gone.add(send("vk", "x".repeat(9_000_000)));
    }

    acknowledged(send("telegram", "x".repeat(9_000_000)));

    for (Future<RecordMetadata> one : gone) {
      assertThatThrownBy(() -> acknowledged(one))
          .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }
  }

  @Test
  @Case("R21")
  void whatWaitsForKafkaItselfIsNotRefused() throws Exception {
    Future<RecordMetadata> waiting;
    servers.killKafka();
    try {
      waiting = send("telegram");
      // Several looks find nobody who could tell.
      assertThatThrownBy(() -> waiting.get(4, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
    } finally {
      servers.startKafka();
    }

    acknowledged(waiting);
  }

  /** The producer, once told to pause, holds it back, and all that follow. */
  private Future<RecordMetadata> firstThatIsThrottled() throws Exception {
    bytesPerSecond(1.0);
    try {
      while (true) {
        Future<RecordMetadata> next = send("telegram");
        try {
          next.get(PATIENCE.toMillis() / 2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          return next;
        }
      }
    } finally {
      bytesPerSecond(null);
    }
  }

  /**
   * @param limit null for none
   */
  private static void bytesPerSecond(Double limit) throws Exception {
    ClientQuotaEntity relay =
        new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, "broadsheet-relay"));
    admin
        .alterClientQuotas(
            List.of(
                new ClientQuotaAlteration(
                    relay, List.of(new ClientQuotaAlteration.Op("producer_byte_rate", limit)))))
        .all()
        .get();
  }

  private Future<RecordMetadata> send(String channel) {
    return send(channel, "{}");
  }

  private Future<RecordMetadata> send(String channel, String payload) {
    return sender.send(
        new OutboxMessage(
            UUID.randomUUID(),
            ++seq,
            "post." + channel,
            channel + "-ru",
            POST,
            1,
            "post",
            payload.getBytes(StandardCharsets.UTF_8),
            null,
            System.currentTimeMillis()));
  }

  private static RecordMetadata acknowledged(Future<RecordMetadata> sent) throws Exception {
    return sent.get(60, TimeUnit.SECONDS);
  }

  private static void deleteVk() throws Exception {
    admin.deleteTopics(List.of("broadsheet.post.vk")).all().get();
    RelayScene.within(10)
        .until(() -> !admin.listTopics().names().get().contains("broadsheet.post.vk"));
  }
}
