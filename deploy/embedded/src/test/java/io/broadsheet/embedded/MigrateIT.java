package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.common.migrate.MigrationFault;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code migrate} promises, on a real server and broker. */
class MigrateIT extends MigrateTestBase {

  @Test
  void makesEveryTopic() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", settings.bootstrapServers()))) {
      Set<String> present = admin.listTopics().names().get();

      assertTrue(present.containsAll(Topics.all()), () -> "present: " + present);
    }
  }

  @Test
  void changesNothingWhenAllIsInPlace() throws SQLException {
    String before = slotPosition();

    Migrate.run(settings);

    assertEquals(before, slotPosition());
  }

  @Test
  void mendsWhatIsMissing() throws SQLException {
    try (Connection migrator = as(settings.user())) {
      run(migrator, "drop publication " + MigrateSettings.PUBLICATION);
      run(migrator, "select pg_drop_replication_slot('" + settings.slotName() + "')");
      run(migrator, "revoke select on generator.outbox from broadsheet_relay");
    }

    Migrate.run(settings);

    try (Connection relay = as("broadsheet_relay")) {
      assertEquals(
          "outbox,relay_heartbeat",
          text(
              relay,
              "select string_agg(tablename, ',' order by tablename) from pg_publication_tables"));
      run(relay, "select count(*) from generator.outbox");
    }
    assertFalse(slotPosition().isEmpty());
  }

  @Test
  @Case("R14")
  void takesTheSecondOfTwoHostsWhereTheFirstRefuses() {
    String url =
        settings.url().replace("//127.0.0.1:", "//127.0.0.1:" + FreePorts.next() + ",127.0.0.1:");
    assertTrue(url.contains(","), url);

    Migrate.run(with(url, true, settings.slotName()));
  }

  @Test
  void publishesInsertsOnly() throws SQLException {
    try (Connection migrator = as(settings.user())) {
      assertEquals(
          "true false false false",
          text(
              migrator,
              "select pubinsert || ' ' || pubupdate || ' ' || pubdelete || ' ' || pubtruncate"
                  + " from pg_publication"));
    }
  }

  @Test
  void dropsTheSlotInPollMode() throws SQLException {
    MigrateSettings cdc = TestStack.shared().migratedDatabase();

    Migrate.run(with(cdc.url(), false, cdc.slotName()));

    try (Connection migrator = as(settings.user())) {
      assertEquals(
          "0",
          text(
              migrator,
              "select count(*) from pg_replication_slots where slot_name = '"
                  + cdc.slotName()
                  + "'"));
    }
  }

  @Test
  void leavesTheSlotOfAnotherDatabaseAloneInPollMode() throws SQLException {
    String before = slotPosition();
    assertFalse(before.isEmpty());

    Migrate.run(with(freshUrl(), false, settings.slotName()));

    assertEquals(before, slotPosition());
    // Roles belong to the whole server: the relay's has its REPLICATION back.
    Migrate.run(settings);
  }

  @Test
  void namesWhatStandsUnderTheSlotsNameInCdcMode() throws SQLException {
    ConfigurationFault other =
        assertThrows(
            ConfigurationFault.class,
            () -> Migrate.run(with(freshUrl(), true, settings.slotName())));

    assertEquals("broadsheet.relay.slot-name", other.key());
    assertTrue(other.getMessage().contains("belongs to the database test_"), other::getMessage);

    String physical = "physical_" + settings.slotName();
    try (Connection migrator = as(settings.user())) {
      run(migrator, "select pg_create_physical_replication_slot('" + physical + "')");
      try {
        ConfigurationFault kind =
            assertThrows(
                ConfigurationFault.class, () -> Migrate.run(with(settings.url(), true, physical)));

        assertEquals("broadsheet.relay.slot-name", kind.key());
        assertTrue(kind.getMessage().contains("is no pgoutput slot"), kind::getMessage);
      } finally {
        run(migrator, "select pg_drop_replication_slot('" + physical + "')");
      }
    }
  }

  @Test
  void findsLikenessBetweenRussianTitles() throws SQLException {
    try (Connection generator = as("broadsheet_generator")) {
      assertEquals("1", text(generator, "select public.similarity('привет', 'привет')"));
    }
  }

  @Test
  void namesTheSettingWhenTheServerHasNoLogicalWal(@TempDir Path folder) {
    EmbeddedPostgreSql replica = ownServer(folder, "wal_level=replica");
    try {
      MigrateSettings there = at(replica.url(), settings.bootstrapServers(), settings.password());

      ConfigurationFault fault = assertThrows(ConfigurationFault.class, () -> Migrate.run(there));

      assertEquals("broadsheet.relay.mode", fault.key());
      assertTrue(fault.getMessage().contains("wal_level"), fault::getMessage);
    } finally {
      replica.stop();
    }
  }

  @Test
  void saysWhoIsRefusedWithoutThePassword() {
    MigrateSettings wrong = at(settings.url(), settings.bootstrapServers(), "wrong-password");

    MigrationFault fault = assertThrows(MigrationFault.class, () -> Migrate.run(wrong));

    assertTrue(fault.getMessage().contains("broadsheet_migrator"), fault::getMessage);
    assertFalse(fault.getMessage().contains("wrong-password"), fault::getMessage);
  }

  @Test
  @Case("R11")
  void refusesAPoolerWhoseNameDoesNotShowIt() {
    assumeTrue(PgBouncer.isInstalled(), "the package pgbouncer is not installed");
    String database = TestStack.shared().freshDatabase();
    try (PgBouncer pooler =
        PgBouncer.start(
            TestStack.shared().postgreSql().port(), Map.of(settings.user(), settings.password()))) {
      MigrateSettings pooled =
          at(pooler.url(database), settings.bootstrapServers(), settings.password());

      ConfigurationFault fault = assertThrows(ConfigurationFault.class, () -> Migrate.run(pooled));

      assertEquals("broadsheet.migrate.url", fault.key());
      assertTrue(fault.getMessage().contains("connection pooler"), fault::getMessage);
      assertTrue(fault.getMessage().contains("direct"), fault::getMessage);
    }
  }

  private static MigrateSettings at(String url, String bootstrapServers, String password) {
    return settings(url, bootstrapServers, password, true, settings.slotName());
  }

  private static String freshUrl() {
    TestStack stack = TestStack.shared();
    return stack.postgreSql().url(stack.freshDatabase());
  }

  private static String slotPosition() throws SQLException {
    try (Connection migrator = as(settings.user())) {
      return text(
          migrator,
          "select coalesce(max(slot_name || ' ' || restart_lsn), '') from pg_replication_slots"
              + " where slot_name = '"
              + settings.slotName()
              + "'");
    }
  }
}
