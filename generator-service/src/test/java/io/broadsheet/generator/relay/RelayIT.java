package io.broadsheet.generator.relay;

import static io.broadsheet.generator.testing.TopicReader.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RelayIT {

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aCommittedRowReachesKafkaWithKeyHeadersAndTime() {
    scene.startUntilActive();
    UUID id =
        scene.insert("{\"v\": 1, \"none\": null, \"empty\": [], \"text\": \"Ёлка \\\"и\\\" 😀\"}");
    scene.database.execute(
        "insert into generator.outbox (destination, target, aggregate_id, type, payload)"
            + " values ('command', 'vk-ru', gen_random_uuid(), 'pause', '{}')");

    scene.awaitRelayed(id);

    ConsumerRecord<byte[], byte[]> record = scene.topic.of(id).get(0);
    assertThat(text(record.key())).isEqualTo(column("aggregate_id", id));
    assertThat(text(record.value())).isEqualTo(column("payload::text", id));
    assertThat(Long.toString(record.timestamp()))
        .isEqualTo(column("floor(extract(epoch from created_at) * 1000)::bigint", id));
    assertThat(header(record, "seq")).isEqualTo(column("seq", id));
    assertThat(header(record, "type")).isEqualTo("post");
    assertThat(header(record, "target")).isEqualTo("telegram-ru");
    assertThat(header(record, "generation")).isEqualTo("1");
    assertThat(record.headers().toArray()).hasSize(5);
  }

  @Test
  void aRowWhoseDestinationLeadsToNoTopicHoldsUpNoOther() {
    scene.database.execute(
        "insert into generator.outbox (destination, target, aggregate_id, type, payload)"
            + " values ('post.nowhere', 'telegram-ru', gen_random_uuid(), 'post', '{}')");
    scene.start(Duration.ofSeconds(1));
    // The reconciler has tried it; then comes a row by the stream.
    RelayScene.within(30)
        .until(
            () ->
                !scene.database.query("select outbox_id from generator.reconciliation").isEmpty());

    scene.awaitRelayed(scene.insert());
  }

  @Test
  @Case("R12")
  void whatWasInsertedWhileEveryReplicaWasStoppedIsDeliveredAfterTheStart() {
    scene.startUntilActive().close();
    List<UUID> ids = List.of(scene.insert(), scene.insert());

    scene.start();

    ids.forEach(scene::awaitRelayed);
  }

  @Test
  void aStandbyTakesOverWhenTheHolderStops() {
    Relay holder = scene.startUntilActive();
    Relay standby = scene.start();
    RelayScene.within(30).until(() -> standby.status().role().equals("standby"));
    assertThat(standby.status().holder()).isEqualTo(holder.status().replica());
    assertThat(standby.readinessFault()).isEmpty();

    holder.close();
    UUID id = scene.insert();

    scene.awaitRelayed(id);
    RelayScene.within(20).until(() -> standby.status().role().equals("active"));
    assertThat(standby.status().restarts()).isZero();
  }

  @Test
  void aStandbyThatWaitedLongerThanTheRolesIdleLimitStillTakesOverAtOnce() {
    scene.asSuperuser(
        "alter role broadsheet_relay in database "
            + scene.database.name()
            + " set idle_in_transaction_session_timeout = '200ms'");
    Relay holder = scene.startUntilActive();
    Relay standby = scene.start();
    RelayScene.within(30).until(() -> standby.status().role().equals("standby"));
    Awaitility.await()
        .pollDelay(Duration.ofSeconds(1))
        .until(() -> standby.status().role().equals("standby"));

    holder.close();
    scene.awaitRelayed(scene.insert());

    RelayScene.within(20).until(() -> standby.status().role().equals("active"));
    assertThat(standby.status().restarts()).isZero();
  }

  @Test
  void aBrokenStreamIsRestartedOrTakenOver() {
    scene.startUntilActive();
    scene.start();
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(scene.insert());
      RelayScene.within(20).until(() -> scene.terminateWalSender());
      ids.add(scene.insert());
    }

    ids.forEach(scene::awaitRelayed);
  }

  @Test
  void idleTimeAdvancesTheSlot() {
    scene.startUntilActive();
    String before = confirmedLsn();

    RelayScene.within(20).until(() -> !confirmedLsn().equals(before));
  }

  private String confirmedLsn() {
    return scene
        .database
        .query(
            "select confirmed_flush_lsn from pg_replication_slots where slot_name = ?",
            scene.database.settings().slotName())
        .get(0);
  }

  private String column(String expression, UUID id) {
    return scene
        .database
        .query("select " + expression + " from generator.outbox where id = ?", id)
        .get(0);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
