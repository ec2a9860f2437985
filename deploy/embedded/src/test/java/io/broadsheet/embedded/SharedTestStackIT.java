package io.broadsheet.embedded;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.broadsheet.common.migrate.MigrateSettings;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

class SharedTestStackIT {
  @Test
  void isOnePerJvmWithAsManyDatabasesAsAsked() throws Exception {
    TestStack stack = TestStack.shared();
    assertEquals(stack.postgreSql().url(), TestStack.shared().postgreSql().url());

    String first = stack.freshDatabase();
    assertNotEquals(first, stack.freshDatabase());
    try (Connection migrator = stack.postgreSql().migrator(first)) {
      assertEquals(first, migrator.getCatalog());
    }
  }

  @Test
  void migratesAsManyDatabasesAsAsked() throws Exception {
    TestStack stack = TestStack.shared();
    MigrateSettings first = stack.migratedDatabase();
    MigrateSettings second = stack.migratedDatabase();
    for (MigrateSettings settings : List.of(first, second)) {
      try (Connection relay =
              DriverManager.getConnection(
                  settings.url(), "broadsheet_relay", settings.relayPassword());
          var rows =
              relay
                  .createStatement()
                  .executeQuery(
                      "select slot_name from pg_replication_slots where database = current_database()")) {
        assertTrue(rows.next());
        assertEquals(settings.slotName(), rows.getString(1));
      }
    }
  }

  @Test
  void emptiesTheBroker() throws Exception {
    TestStack stack = TestStack.shared();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic("seen", Optional.of(1), Optional.empty())))
          .all()
          .get();

      stack.emptyBroker();

      assertEquals(Set.of(), admin.listTopics().names().get());
    }
  }

  @Test
  void leavesNothingWhenItsJvmIsKilled() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StackUser.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String[] report;
    try (var out =
        new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
      report = out.readLine().split(" ");
      jvm.destroyForcibly().waitFor();
    }
    Path folder = Path.of(report[1]);
    assertTrue(Files.isDirectory(folder));

    await()
        .atMost(Duration.ofSeconds(40))
        .until(
            () ->
                !Files.exists(folder)
                    && ProcessHandle.of(Long.parseLong(report[0]))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
  }

  /** Starts the stack, says the postmaster's pid and the folder, and stays. */
  static final class StackUser {
    private StackUser() {}

    public static void main(String[] arguments) throws Exception {
      EmbeddedPostgreSql server = TestStack.shared().postgreSql();
      try (Connection superuser = server.superuser("postgres");
          var rows = superuser.createStatement().executeQuery("show data_directory")) {
        rows.next();
        System.out.println(
            server.postmaster().orElseThrow().pid() + " " + Path.of(rows.getString(1)).getParent());
      }
      Thread.currentThread().join();
    }
  }
}
