package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutboxRetentionIT {

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());
  private final OutboxRetention retention =
      new OutboxRetention(scene.database.database(), Duration.ofDays(30));
  private final ReconcilerLease lease = new ReconcilerLease(scene.database.database(), "a");

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void deletesOnlyWhatIsOldAndSettled() {
    UUID delivered = aged(scene.insert());
    UUID command = aged(scene.insert());
    UUID waitingCommand = aged(scene.insert());
    UUID dead = aged(scene.insert());
    UUID parkedHere = aged(scene.insert());
    UUID unsettled = aged(scene.insert());
    UUID young = scene.insert();
    scene.settle(delivered);
    scene.settle(young);
    scene.settleAsCommand(command);
    scene.settleAsCommand(waitingCommand);
    scene.database.execute(
        "update publisher.command set result = null, settled_at = null where id = ?",
        waitingCommand);
    deadLetter(dead, "broadsheet.post.telegram");
    deadLetter(parkedHere, UnsettledRows.OUTBOX);
    // What the reconciler remembers of a row goes with it.
    long fence = lease.take();
    new UnsettledRows(scene.database.database())
        .remember(
            new UnsettledRows.Tried(List.of(delivered), List.of(), List.of()),
            Duration.ofMinutes(2),
            "a",
            fence);

    assertThat(retention.trimSome("a", fence)).isEqualTo(3);

    assertThat(scene.database.query("select id from generator.outbox"))
        .containsExactlyInAnyOrder(
            waitingCommand.toString(),
            parkedHere.toString(),
            unsettled.toString(),
            young.toString());
    assertThat(scene.database.query("select state from publisher.delivery")).hasSize(2);
    assertThat(retention.trimSome("a", fence)).isZero();
  }

  @Test
  void aHolderThatLostTheLeaseDeletesNothing() {
    scene.settle(aged(scene.insert()));
    long fence = lease.take();
    lease.release(fence);
    ReconcilerLease other = new ReconcilerLease(scene.database.database(), "b");
    RelayScene.within(20).until(() -> other.take() > fence);

    assertThat(retention.trimSome("a", fence)).isZero();
  }

  @Test
  void theReconcilerDeletesInBatchesAndTheReplicationDoesNotCarryIt() {
    scene.database.execute(
        """
        with row as (
          insert into generator.outbox (destination, target, aggregate_id, type, payload, created_at)
          select 'post.telegram', 'telegram-ru', gen_random_uuid(), 'post', '{}',
              clock_timestamp() - interval '40 days'
          from generate_series(1, 1200) returning *)
        insert into publisher.delivery (post_id, target, event_id, channel, language, payload,
            created_at)
        select aggregate_id, target, id, 'telegram', 'ru', payload, created_at from row
        """);
    scene.database.execute(
        "select pg_replication_slot_advance(?, pg_current_wal_lsn())",
        scene.database.settings().slotName());

    try (KafkaSender sender = new KafkaSender(scene.database.settings().bootstrapServers());
        Reconciler reconciler =
            new Reconciler(
                scene.settings(Duration.ofSeconds(1)),
                Duration.ofSeconds(1),
                "a",
                scene.database.database(),
                sender::send,
                new LongAdder())) {
      reconciler.start();
      RelayScene.within(20)
          .until(() -> scene.database.query("select id from generator.outbox").isEmpty());
    }

    assertThat(changes()).isEmpty();
    UUID id = scene.insert();
    assertThat(changes()).anyMatch(change -> change.contains(id.toString()));
  }

  private List<String> changes() {
    return scene.database.query(
        "select encode(data, 'escape') from pg_logical_slot_peek_binary_changes("
            + "?, null, null, 'proto_version', '1', 'publication_names', '"
            + MigrateSettings.PUBLICATION
            + "') where get_byte(data, 0) in (ascii('I'), ascii('U'), ascii('D'))",
        scene.database.settings().slotName());
  }

  private UUID aged(UUID id) {
    scene.database.execute(
        "update generator.outbox set created_at = clock_timestamp() - interval '31 days'"
            + " where id = ?",
        id);
    return id;
  }

  private void deadLetter(UUID id, String topic) {
    scene.database.execute(
        "insert into publisher.dead_letter (topic, partition, \"offset\", outbox_id, reason)"
            + " values (?, 0, 0, ?, 'unreadable')",
        topic,
        id);
  }
}
