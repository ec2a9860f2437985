package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.OwnServers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Stops, freezes and misleads the servers under a running relay. A long outage has servers of its
 * own, and is waited for while the others happen.
 */
@TestMethodOrder(OrderAnnotation.class)
class RelayOutagesIT {

  private static final Duration LATE = Duration.ofMinutes(10);

  /** Impatient, so that the tests are quick. */
  private static final RelayTiming QUICK =
      new RelayTiming(
          RelayScene.TICK,
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          RelayTiming.DEFAULT.stop(),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10));

  private static OwnServers servers;
  private static OwnServers longAway;
  private static CompletableFuture<Void> longOutage;

  private final RelayScene scene = new RelayScene(servers.migratedDatabase());

  @BeforeAll
  static void start() {
    longAway = OwnServers.start();
    longOutage = CompletableFuture.runAsync(RelayOutagesIT::aMinuteWithoutKafka);
    servers = OwnServers.start("max_slot_wal_keep_size=16MB");
  }

  @AfterAll
  static void stop() {
    servers.close();
    longAway.close();
  }

  @AfterEach
  void close() {
    scene.close();
    // Where a test failed while it was away.
    servers.startKafka();
  }

  @Test
  @Order(Integer.MAX_VALUE)
  @Case("R8")
  void anOutageOfKafkaIsWaitedForAndNothingIsAcknowledgedEarly() {
    longOutage.join();
  }

  private static void aMinuteWithoutKafka() {
    try (RelayScene scene = new RelayScene(longAway.migratedDatabase())) {
      Relay relay = scene.startUntilActive();
      longAway.killKafka();
      UUID first = scene.insert();
      String lsn = scene.database.query("select pg_current_wal_lsn()").get(0);
      List<UUID> ids = List.of(first, scene.insert("{\"text\": \"" + "ж".repeat(500_000) + "\"}"));

      // Past the limits of the producer's requests (15 s) and of the driver's silence (30 s).
      RelayScene.within(120).until(() -> relay.status().waitingForKafkaMs() > 60_000);

      assertThat(relay.status().role()).isEqualTo("active");
      assertThat(relay.status().restarts()).isZero();
      assertThat(relay.isBeyondRepair()).isFalse();
      assertThat(scene.slot("confirmed_flush_lsn < '" + lsn + "'")).isEqualTo("t");
      RelayScene.within(20)
          .until(
              () ->
                  scene
                      .database
                      .query(
                          "select count(*) > 0 from generator.relay_heartbeat"
                              + " where beat_at > clock_timestamp() - interval '3 seconds'")
                      .equals(List.of("t")));

      longAway.startKafka();
      ids.forEach(scene::awaitRelayed);
      assertThat(relay.status().restarts()).isZero();
      RelayScene.within(20)
          .until(() -> scene.slot("confirmed_flush_lsn >= '" + lsn + "'").equals("t"));
    }
  }

  /** A producer whose broker is gone blocks; one whose broker is silent takes rows all the same. */
  @Test
  void whatASilentKafkaHasTakenIsNotAcknowledgedBeforeItSaysSo() {
    Relay relay = scene.startUntilActive();
    scene.awaitRelayed(scene.insert());
    UUID id;
    RelayScene.signal("-STOP", servers.kafkaPid());
    try {
      id = scene.insert();
      String lsn = scene.database.query("select pg_current_wal_lsn()").get(0);

      RelayScene.within(20).until(() -> relay.status().waitingForKafkaMs() > 2_000);

      assertThat(scene.slot("confirmed_flush_lsn < '" + lsn + "'")).isEqualTo("t");
      assertThat(relay.status().relayed()).isEqualTo(1);
    } finally {
      RelayScene.signal("-CONT", servers.kafkaPid());
    }
    scene.awaitRelayed(id);
  }

  @Test
  @Case("R4")
  void aSlotThatIsLostDuringALongOutageOfKafkaIsMadeAnew() {
    Relay relay = scene.startUntilActive(LATE, QUICK);
    servers.killKafka();
    List<UUID> ids = List.of(scene.insert(), scene.insert());
    RelayScene.within(20).until(() -> relay.status().waitingForKafkaMs() > 0);
    scene.loseSlot();
    RelayScene.within(30)
        .until(
            () -> List.of("reserved", "extended").contains(scene.slot("coalesce(wal_status, '')")));

    servers.startKafka();

    ids.forEach(scene::awaitRelayed);
    scene.awaitRelayed(scene.insert());
    assertThat(relay.isBeyondRepair()).isFalse();
  }

  @Test
  @Case("R4")
  void aSlotThatWasLostOrTimedOutWhileNobodyReadItIsMadeAnewAtTheStart() {
    UUID lost = scene.insert();
    scene.loseSlot();
    Relay relay = scene.start(LATE, QUICK);
    scene.awaitRelayed(lost);
    RelayScene.within(20).until(() -> relay.status().role().equals("active"));
    relay.close();
    UUID idle = scene.insert();
    // Such a slot has been read by nobody for long: the last beat is old.
    scene.database.execute(
        "update generator.relay_heartbeat set beat_at = beat_at - interval '1 minute'");
    scene.asSuperuser("alter system set idle_replication_slot_timeout = '1s'");
    scene.asSuperuser("select pg_reload_conf()");
    try {
      RelayScene.within(20)
          .until(
              () -> {
                scene.asSuperuser("checkpoint");
                return "idle_timeout".equals(scene.slot("invalidation_reason"));
              });
    } finally {
      scene.asSuperuser("alter system reset idle_replication_slot_timeout");
      scene.asSuperuser("select pg_reload_conf()");
    }

    scene.start(LATE, QUICK);

    scene.awaitRelayed(idle);
  }

  @Test
  @Case("R7")
  void aRestartOfTheDatabaseAndATimeAsAStandbyHealByThemselves() {
    Relay relay = scene.startUntilActive(LATE, QUICK);
    UUID before = scene.insert();

    servers.restartPostgreSql();

    UUID after = scene.insert();
    scene.awaitRelayed(before);
    scene.awaitRelayed(after);
    RelayScene.within(20).until(() -> relay.status().role().equals("active"));
    long restarts = relay.status().restarts();

    // What a server answers that was made a standby under its clients (25006).
    scene.asSuperuser("alter role broadsheet_relay set default_transaction_read_only = on");
    scene.disconnectSupervisor();
    RelayScene.within(20).until(() -> relay.status().lastError().contains("read-only"));
    assertThat(relay.isBeyondRepair()).isFalse();
    scene.asSuperuser("alter role broadsheet_relay reset default_transaction_read_only");

    RelayScene.within(20).until(() -> relay.status().role().equals("active"));
    scene.awaitRelayed(scene.insert());
    assertThat(relay.status().restarts()).isEqualTo(restarts);
  }
}
