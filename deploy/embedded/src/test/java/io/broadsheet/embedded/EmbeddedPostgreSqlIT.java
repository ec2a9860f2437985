package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgreSqlIT {
  @TempDir Path folder;
  private EmbeddedPostgreSql server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop();
    }
  }

  @Test
  void isReadyForLogicalDecodingAndRussianText() throws SQLException {
    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    try (Connection migrator = server.migrator(EmbeddedPostgreSql.DATABASE)) {
      assertEquals("logical", text(migrator, "show wal_level"));
      assertEquals("on", text(migrator, "show synchronous_commit"));
      assertEquals("1GB", text(migrator, "show max_slot_wal_keep_size"));
      assertEquals("UTF8", text(migrator, "show server_encoding"));
      migrator.createStatement().execute("create extension pg_trgm");
      assertEquals("1", text(migrator, "select similarity('привет', 'привет')"));
    }
  }

  @Test
  void migratorIsNoSuperuserAndNeedsItsPassword() throws SQLException {
    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    try (Connection migrator = server.migrator(EmbeddedPostgreSql.DATABASE)) {
      assertEquals(
          "false true true",
          text(
              migrator,
              "select concat_ws(' ', rolsuper::text, rolcreaterole::text, rolreplication::text)"
                  + " from pg_roles where rolname = current_user"));
    }
    EmbeddedPostgreSql guessing =
        EmbeddedPostgreSql.at(
            new EmbeddedPostgreSql.Settings(
                folder.resolve("data"),
                TestStackProcesses.sharedBinaries(),
                folder.resolve("log"),
                server.port(),
                false,
                "wrong",
                "wrong"));
    assertThrows(SQLException.class, () -> guessing.migrator(EmbeddedPostgreSql.DATABASE));
  }

  @Test
  void keepsItsDataOverStopKillAndAnotherPort() throws SQLException {
    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    execute("create table kept (n int)");
    server.stop();
    assertTrue(server.postmaster().isEmpty());

    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    execute("insert into kept values (1)");
    server.kill();

    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    try (Connection migrator = server.migrator(EmbeddedPostgreSql.DATABASE)) {
      assertEquals("1", text(migrator, "select count(*) from kept"));
    }
  }

  @Test
  void beginsAnewAfterAnInitdbThatWasKilled() throws Exception {
    Path left =
        Files.createFile(Files.createDirectories(folder.resolve("data")).resolve("PG_VERSION"));
    Path mark = Files.createFile(folder.resolve("data.initialising"));

    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));

    assertTrue(Files.size(left) > 0);
    assertFalse(Files.exists(mark));
  }

  @Test
  void leavesAloneTheServerOfSomebodyElse() throws Exception {
    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    Files.delete(folder.resolve("data/broadsheet.initialised"));

    assertThrows(
        IllegalStateException.class, () -> EmbeddedPostgreSql.start(settings(FreePorts.next())));

    assertTrue(server.postmaster().isPresent());
  }

  @Test
  void replacesTheServerThatAnEarlierRunLeft() throws Exception {
    EmbeddedPostgreSql.start(settings(FreePorts.next()));
    Postmaster earlier = Postmaster.of(folder.resolve("data").toRealPath()).orElseThrow();
    assertTrue(earlier.isRunning());

    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));

    assertFalse(earlier.isRunning());
    try (Connection migrator = server.migrator(EmbeddedPostgreSql.DATABASE)) {
      assertEquals("1", text(migrator, "select 1"));
    }
  }

  @Test
  void leavesAloneTheStrangerWhoGotTheOldPid() throws Exception {
    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    Path pidFile = folder.resolve("data/postmaster.pid");
    List<String> lines = Files.readAllLines(pidFile);
    server.kill();
    Process stranger = new ProcessBuilder("sleep", "60").start();
    try {
      lines.set(0, Long.toString(stranger.pid()));
      Files.write(pidFile, lines);

      server = EmbeddedPostgreSql.start(settings(FreePorts.next()));

      assertTrue(stranger.isAlive());
      assertTrue(server.postmaster().isPresent());
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void saysWhyItDoesNotStart() {
    server = EmbeddedPostgreSql.start(settings(FreePorts.next()));
    EmbeddedPostgreSql.Settings samePort =
        new EmbeddedPostgreSql.Settings(
            folder.resolve("other"),
            TestStackProcesses.sharedBinaries(),
            folder.resolve("other.log"),
            server.port(),
            false,
            "secret",
            "secret");
    String message =
        assertThrows(IllegalStateException.class, () -> EmbeddedPostgreSql.start(samePort))
            .getMessage();
    assertTrue(message.contains("Address already in use"), message);
  }

  private EmbeddedPostgreSql.Settings settings(int port) {
    return new EmbeddedPostgreSql.Settings(
        folder.resolve("data"),
        TestStackProcesses.sharedBinaries(),
        folder.resolve("log"),
        port,
        false,
        "of the superuser",
        "it's the migrator's");
  }

  private void execute(String sql) throws SQLException {
    try (Connection migrator = server.migrator(EmbeddedPostgreSql.DATABASE)) {
      migrator.createStatement().execute("set search_path = public");
      migrator.createStatement().execute(sql);
    }
  }

  private static String text(Connection connection, String query) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
