package io.broadsheet.lab.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Drops every replication slot, whoever holds it. */
final class SlotDrop {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long AGAIN_MS = 5;

  private SlotDrop() {}

  /**
   * Drops them; where there is none, waits for the relay to make one.
   *
   * @param superuser may end the relay's session
   * @throws IllegalStateException if none could be dropped
   */
  static void drop(Connection superuser) throws InterruptedException {
    long start = System.nanoTime();
    String last = "there is none";
    while (System.nanoTime() - start < LIMIT.toNanos()) {
      try {
        if (dropAll(superuser) > 0) {
          return;
        }
      } catch (SQLException e) {
        // A replica was faster.
        last = e.getMessage();
      }
      Thread.sleep(AGAIN_MS);
    }
    throw new IllegalStateException("no slot was dropped: " + last);
  }

  private static int dropAll(Connection superuser) throws SQLException {
    try (var statement = superuser.createStatement()) {
      statement.execute(
          "select pg_terminate_backend(active_pid) from pg_replication_slots"
              + " where active_pid is not null");
      int dropped = 0;
      try (var rows =
          statement.executeQuery(
              "select pg_drop_replication_slot(slot_name) from pg_replication_slots")) {
        while (rows.next()) {
          dropped++;
        }
      }
      return dropped;
    }
  }
}
