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
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code migrate} promises, on a real server and broker. */
class MigrateIT {
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private static MigrateSettings settings;

  @BeforeAll
  static void migrate() {
    settings = TestStack.shared().migratedDatabase();
  }

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
  void needsNoReplicationRightInPollMode(@TempDir Path folder) throws SQLException {
    EmbeddedPostgreSql server = ownServer(folder, "wal_level=replica");
    try {
      try (Connection superuser = server.superuser("postgres")) {
        run(superuser, "alter role broadsheet_migrator noreplication");
      }
      MigrateSettings there = with(server.url(), false, settings.slotName());

      Migrate.run(there);
      Migrate.run(there);

      try (Connection superuser = server.superuser("postgres")) {
        assertEquals(
            "f",
            text(
                superuser,
                "select rolreplication from pg_roles where rolname = 'broadsheet_relay'"));
      }
    } finally {
      server.stop();
    }
  }

  /** As on Amazon RDS, where no role can be given REPLICATION; only the name is the same here. */
  @Test
  @Case("R15")
  void givesTheRelayAmazonsRoleWhereThereIsOne(@TempDir Path folder) throws SQLException {
    EmbeddedPostgreSql server = ownServer(folder);
    try {
      try (Connection superuser = server.superuser(EmbeddedPostgreSql.DATABASE)) {
        run(superuser, "alter role broadsheet_migrator noreplication");
        run(superuser, "create role rds_replication");
      }
      MigrateSettings there = with(server.url(), true, "broadsheet_relay");

      MigrationFault grant = assertThrows(MigrationFault.class, () -> Migrate.run(there));
      assertTrue(
          grant.getMessage().contains("run: grant rds_replication to broadsheet_relay;"),
          grant::getMessage);

      try (Connection superuser = server.superuser(EmbeddedPostgreSql.DATABASE)) {
        run(superuser, "grant rds_replication to broadsheet_migrator with admin option");
      }
      MigrationFault slot = assertThrows(MigrationFault.class, () -> Migrate.run(there));
      assertTrue(
          slot.getMessage().contains("grant rds_replication to broadsheet_migrator"),
          slot::getMessage);

      try (Connection superuser = server.superuser(EmbeddedPostgreSql.DATABASE)) {
        // What Amazon lets its role do and PostgreSQL does not.
        run(superuser, "select pg_create_logical_replication_slot('broadsheet_relay', 'pgoutput')");
        Migrate.run(there);
        assertEquals("false true", replicationOfTheRelay(superuser));

        Migrate.run(with(server.url(), false, "none"));
        assertEquals("false false", replicationOfTheRelay(superuser));
      }
    } finally {
      server.stop();
    }
  }

  private static String replicationOfTheRelay(Connection superuser) throws SQLException {
    return text(
        superuser,
        "select rolreplication || ' ' || pg_has_role(oid, 'rds_replication', 'member')"
            + " from pg_roles where rolname = 'broadsheet_relay'");
  }

  @Test
  void givesThePublisherOnlyTheColumnsItSets() throws SQLException {
    try (Connection publisher = as("broadsheet_publisher")) {
      run(
          publisher,
          "update generator.blog_posts set telegram_posted_at = clock_timestamp()"
              + " where id = gen_random_uuid() and telegram_posted_at is null");
      refused(publisher, "update generator.blog_posts set title = 'x' where false");
      refused(publisher, "select body_markdown from generator.blog_posts");
      refused(publisher, "select * from generator.outbox");
      refused(publisher, "delete from publisher.delivery");
    }
  }

  @Test
  void letsTheGeneratorReadThePressAndNoMore() throws SQLException {
    try (Connection generator = as("broadsheet_generator")) {
      run(generator, "select count(*) from publisher.delivery");
      refused(generator, "update publisher.delivery set attempt = 0");
      refused(generator, "delete from generator.flyway_schema_history");
    }
  }

  @Test
  void letsTheRelayReadTheOutboxAndNoMore() throws SQLException {
    try (Connection relay = as("broadsheet_relay")) {
      run(relay, "insert into generator.relay_heartbeat (holder) values ('test')");
      refused(relay, "select * from generator.blog_posts");
      refused(relay, "delete from generator.outbox");
    }
  }

  @Test
  void boundsWhatADeadConnectionCanHold() throws SQLException {
    for (String role : new String[] {"broadsheet_generator", "broadsheet_publisher"}) {
      try (Connection connection = as(role)) {
        assertEquals("5s", text(connection, "show lock_timeout"));
        assertEquals("15s", text(connection, "show statement_timeout"));
        assertEquals("30s", text(connection, "show transaction_timeout"));
        assertEquals("15s", text(connection, "show idle_in_transaction_session_timeout"));
      }
    }
  }

  @Test
  void plansThePublishersStatementsOnceAndByTheirIndexes() throws SQLException {
    try (Connection connection = as("broadsheet_publisher")) {
      assertEquals("force_generic_plan", text(connection, "show plan_cache_mode"));
      assertEquals("off", text(connection, "show enable_seqscan"));
      assertEquals("off", text(connection, "show enable_bitmapscan"));
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

  private static MigrateSettings with(String url, boolean cdc, String slot) {
    return settings(url, settings.bootstrapServers(), settings.password(), cdc, slot);
  }

  private static String freshUrl() {
    TestStack stack = TestStack.shared();
    return stack.postgreSql().url(stack.freshDatabase());
  }

  private static MigrateSettings settings(
      String url, String bootstrapServers, String password, boolean cdc, String slot) {
    return new MigrateSettings(
        url,
        settings.user(),
        password,
        password,
        password,
        password,
        cdc,
        slot,
        bootstrapServers,
        3,
        (short) 1,
        Duration.ofDays(365));
  }

  private static EmbeddedPostgreSql ownServer(Path folder, String... options) {
    return EmbeddedPostgreSql.start(
        new EmbeddedPostgreSql.Settings(
            folder.resolve("data"),
            folder.resolve("programs"),
            folder.resolve("server.log"),
            FreePorts.next(),
            false,
            settings.password(),
            settings.password()),
        List.of(options));
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

  private static Connection as(String role) throws SQLException {
    return DriverManager.getConnection(settings.url(), role, settings.password());
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void refused(Connection connection, String sql) {
    SQLException refusal = assertThrows(SQLException.class, () -> run(connection, sql), sql);
    assertEquals(INSUFFICIENT_PRIVILEGE, refusal.getSQLState(), sql);
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }
}
