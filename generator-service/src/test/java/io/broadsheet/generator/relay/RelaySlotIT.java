package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationStream;

/** What others do to the slot and the publication while the relay runs. */
class RelaySlotIT {

  private static final Duration LATE = Duration.ofMinutes(10);
  private static final RelayTiming QUICK =
      new RelayTiming(
          RelayScene.TICK,
          Duration.ofSeconds(10),
          Duration.ofSeconds(3),
          RelayTiming.DEFAULT.stop(),
          Duration.ofSeconds(1),
          Duration.ofMinutes(1));

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("R3")
  void aSlotThatSomebodyRecreatedLosesNothingAndTheLogSaysHowManyRowsWereMissing() {
    Relay relay = startUntilActive();
    try (LogLines log = LogLines.of(Reconciler.class)) {
      List<UUID> lost =
          RelayScene.within(20)
              .until(
                  () -> {
                    scene.terminateWalSender();
                    scene.dropSlot();
                    List<UUID> ids = List.of(scene.insert(), scene.insert());
                    makeSlot("select pg_create_logical_replication_slot(?, 'pgoutput')");
                    return ids;
                  },
                  ids -> true);

      lost.forEach(scene::awaitRelayed);

      RelayScene.within(20).until(() -> log.contain("sent 2 outbox rows that the stream had lost"));
    }
    RelayScene.within(20).until(() -> relay.status().role().equals("active"));
    assertThat(relay.status().reconciled()).isEqualTo(2);
  }

  @Test
  void aForeignSlotUnderTheNameIsNamedAndTheRelayGoesOnWhenItIsGone() {
    Relay relay = startUntilActive();
    RelayScene.within(20)
        .until(
            () -> {
              scene.terminateWalSender();
              scene.dropSlot();
              makeSlot("select pg_create_physical_replication_slot(?)");
              return true;
            });

    RelayScene.within(20)
        .until(() -> relay.status().lastError().contains("is no pgoutput slot; drop it"));
    assertThat(relay.isBeyondRepair()).isFalse();
    UUID id = scene.insert();
    scene.dropSlot();

    scene.awaitRelayed(id);
  }

  @Test
  void whoeverHoldsTheSlotWithoutASignOfLifeIsDisconnected() throws Exception {
    MigrateSettings migrated = scene.database.settings();
    Properties properties = new Properties();
    properties.setProperty("user", "broadsheet_relay");
    properties.setProperty("password", migrated.relayPassword());
    PGProperty.REPLICATION.set(properties, "database");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "15");
    try (Connection somebody = new Driver().connect(migrated.url(), properties)) {
      PGReplicationStream stream =
          somebody
              .unwrap(PGConnection.class)
              .getReplicationAPI()
              .replicationStream()
              .logical()
              .withSlotName(migrated.slotName())
              .withSlotOption("proto_version", 1)
              .withSlotOption("publication_names", MigrateSettings.PUBLICATION)
              .start();
      assertThat(stream.isClosed()).isFalse();
      UUID id = scene.insert();

      scene.start(LATE, QUICK);

      scene.awaitRelayed(id);
    }
  }

  @Test
  void aPublicationThatLosesATableIsNamedAndWhatItDidNotCarryIsSentOnceItDoes() {
    Relay relay = startUntilActive();
    scene.database.execute(
        "alter publication " + MigrateSettings.PUBLICATION + " drop table generator.outbox");
    UUID unseen = scene.insert();
    RelayScene.within(20)
        .until(
            () ->
                relay.status().lastError() != null
                    && relay.status().lastError().contains("generator.outbox; run migrate"));
    assertThat(relay.status().role()).isEqualTo("active");
    assertThat(relay.isBeyondRepair()).isFalse();

    Migrate.run(scene.database.settings());

    scene.awaitRelayed(unseen);
    assertThat(relay.status().restarts()).isZero();
    long relayed = relay.status().relayed();
    scene.awaitRelayed(scene.insert());
    RelayScene.within(20).until(() -> relay.status().relayed() > relayed);
  }

  @Test
  void aPublicationThatIsGoneAtARestartIsNamedAndTheRelayGoesOnWhenItIsBack() {
    Relay relay = startUntilActive();
    scene.database.execute("drop publication " + MigrateSettings.PUBLICATION);
    UUID unseen = scene.insert();
    RelayScene.within(20).until(() -> scene.terminateWalSender());
    RelayScene.within(20)
        .untilAsserted(
            () ->
                assertThat(relay.status().lastError())
                    .contains("is missing or lacks inserts", "run migrate"));
    assertThat(relay.isBeyondRepair()).isFalse();

    Migrate.run(scene.database.settings());

    scene.awaitRelayed(unseen);
    RelayScene.within(20).until(() -> relay.status().role().equals("active"));
  }

  @Test
  @Case("R6")
  void aQuietSourceRetainsNoWal() {
    Relay relay = startUntilActive();
    for (int i = 0; i < 2; i++) {
      // Other databases of the server are busy, this one is quiet.
      scene.asSuperuser("select pg_switch_wal()");
      scene.asSuperuser("checkpoint");
      String now = scene.database.query("select pg_current_wal_lsn()").get(0);
      RelayScene.within(40)
          .until(
              () -> {
                scene.asSuperuser("select pg_log_standby_snapshot()");
                return scene.slot("restart_lsn >= '" + now + "'").equals("t");
              });
    }
    assertThat(relay.status().restarts()).isZero();
    assertThat(
            scene.database.query(
                "select count(*) < 200 and max(beat_at) - min(beat_at) < interval '70 seconds'"
                    + " from generator.relay_heartbeat"))
        .containsExactly("t");
  }

  private Relay startUntilActive() {
    Relay relay = scene.startUntilActive(LATE, QUICK);
    // The first look after the start would find later rows too.
    RelayScene.within(30).until(() -> relay.status().role().equals("active"));
    return relay;
  }

  private void makeSlot(String sql) {
    scene.database.execute(sql, scene.database.settings().slotName());
  }
}
