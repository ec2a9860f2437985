package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.common.migrate.MigrationFault;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code migrate} lets each role do, on servers that grant more or less. */
class RolesIT extends MigrateTestBase {

  private static final String INSUFFICIENT_PRIVILEGE = "42501";

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

  private static void refused(Connection connection, String sql) {
    SQLException refusal = assertThrows(SQLException.class, () -> run(connection, sql), sql);
    assertEquals(INSUFFICIENT_PRIVILEGE, refusal.getSQLState(), sql);
  }
}
