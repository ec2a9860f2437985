package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.relay.Finding.Level;
import io.broadsheet.generator.testing.OwnServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A primary that is lost and its physical standby, which is promoted under a running relay. */
class FailoverIT {

  private static final Duration LATE = Duration.ofMinutes(10);

  private final OwnServers servers = OwnServers.startPostgreSql("max_slot_wal_keep_size=-1");
  private final RelayScene scene = new RelayScene(servers.migratedDatabase());
  private final EmbeddedPostgreSql primary = servers.postgreSql();
  private final EmbeddedPostgreSql standby = servers.startStandby();

  /** A name that leads to the primary, once somebody has changed it. */
  private final TcpProxy name = TcpProxy.to("127.0.0.1", primary.port());

  private final Database generator = scene.database.databaseBehind(name.port());

  @AfterEach
  void close() {
    scene.close();
    name.close();
    servers.close();
  }

  @Test
  @Case("R16")
  void aNameThatLeadsToAStandbyIsWaitedForUntilItIsPromoted() {
    Relay relay = startUntilActive(scene.settings(LATE, url(name.port())));
    List<UUID> before = List.of(scene.insert(), scene.insert(), scene.insert());
    awaitReplicated(before);

    primary.kill();
    name.redirect(standby.port());

    RelayScene.within(30)
        .untilAsserted(() -> assertThat(relay.status().lastError()).contains("is a standby"));
    assertThat(relay.status().role()).isEqualTo("stopped");
    assertThat(relay.isBeyondRepair()).isFalse();
    promote();
    goesOn(relay, before);
  }

  @Test
  @Case("R16")
  void ofTwoHostsThePrimaryIsReadAndThenThePromotedOne() {
    Relay relay =
        startUntilActive(
            scene.settings(
                LATE,
                "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/%s"
                    .formatted(standby.port(), primary.port(), scene.database.name())));
    List<UUID> before = List.of(scene.insert(), scene.insert(), scene.insert());
    awaitReplicated(before);

    primary.kill();
    name.redirect(standby.port());
    promote();

    goesOn(relay, before);
  }

  @Test
  @Case("R16")
  void aStandbyIsNamedWithItsSyncedSlotsWhichItReadsOnceItIsPromoted() {
    RelaySettings there = scene.settings(LATE, url(standby.port()));
    assertThat(only(Level.WAITS, there).sentence())
        .contains("is led to a standby", "name the primary's address")
        .doesNotContain("synced");

    replaceByFailoverSlot();
    RelayScene.within(60).until(this::isSynced);

    assertThat(only(Level.WAITS, there).sentence()).contains("synced from the primary");
    Relay relay = scene.start(there, RelayScene.SHORT_GRACE, generator);
    UUID before = scene.insert();
    awaitReplicated(List.of(before));
    RelayScene.within(20)
        .until(() -> relay.readinessFault().orElse("").contains("is led to a standby"));

    primary.kill();
    name.redirect(standby.port());
    try (LogLines log = LogLines.of(Slot.class)) {
      promote();
      goesOn(relay, List.of(before));
      assertThat(log.contain("made anew")).isFalse();
    }
  }

  @Test
  void namesWalThatIsKeptWithoutEnd() {
    assertThat(only(Level.WARNING, scene.settings(LATE)).sentence())
        .contains("max_slot_wal_keep_size is -1", "disk is full", "set it, for instance to 1GB");
  }

  private Relay startUntilActive(RelaySettings settings) {
    Relay relay = scene.start(settings, RelayScene.SHORT_GRACE, generator);
    RelayScene.within(30).until(() -> relay.status().heartbeatAgeMs() != null);
    RelayScene.within(30).until(() -> relay.status().role().equals("active"));
    scene.awaitRelayed(scene.insert());
    return relay;
  }

  private void goesOn(Relay relay, List<UUID> before) {
    before.forEach(scene::awaitRelayed);
    scene.awaitRelayed(scene.insert());
    RelayScene.within(30).until(() -> relay.status().role().equals("active"));
    assertThat(relay.isBeyondRepair()).isFalse();
    assertThat(scene.slot("active")).isEqualTo("t");
  }

  private void promote() {
    assertThat(text("postgres", "select pg_promote()")).isEqualTo("t");
    scene.database.follow(standby);
  }

  private void awaitReplicated(List<UUID> ids) {
    RelayScene.within(20)
        .until(
            () ->
                ids.stream()
                    .allMatch(
                        id ->
                            text(
                                    scene.database.name(),
                                    "select exists (select from generator.outbox where id = '"
                                        + id
                                        + "')")
                                .equals("t")));
  }

  private void replaceByFailoverSlot() {
    scene.dropSlot();
    scene.asSuperuser(
        "select pg_create_logical_replication_slot('"
            + scene.database.settings().slotName()
            + "', 'pgoutput', failover => true)");
  }

  /** An idle slot is synced only after it has moved on. */
  private boolean isSynced() {
    scene.asSuperuser("select pg_log_standby_snapshot()");
    scene.asSuperuser(
        "select pg_replication_slot_advance('"
            + scene.database.settings().slotName()
            + "', pg_current_wal_lsn())");
    text("postgres", "select pg_sync_replication_slots()::text");
    return text(
            "postgres",
            "select exists (select from pg_replication_slots where synced and not temporary)")
        .equals("t");
  }

  private String url(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + scene.database.name();
  }

  private String text(String database, String sql) {
    try (Connection superuser = standby.superuser(database);
        ResultSet result = superuser.createStatement().executeQuery(sql)) {
      result.next();
      return result.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Finding only(Level level, RelaySettings settings) {
    return new Preflight(settings, new RelayConnections(settings))
        .look().stream().filter(finding -> finding.is(level)).findFirst().orElseThrow();
  }
}
