package io.broadsheet.common.migrate;

import io.broadsheet.common.config.ConfigurationFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The publication and, in {@code cdc} mode, the slot that the relay reads. */
final class Replication {

  private static final String OBJECT_IN_USE = "55006";
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private Replication() {}

  static void ensure(Connection connection, MigrateSettings settings) throws SQLException {
    ensurePublication(connection);
    if (settings.cdc()) {
      ensureSlot(connection, settings.slotName());
    } else {
      // A slot that nobody reads would retain WAL for ever; somebody else's is left alone.
      dropSlot(connection, settings.slotName());
    }
  }

  private static void ensurePublication(Connection connection) throws SQLException {
    String name = MigrateSettings.PUBLICATION;
    String tables = "generator.outbox, generator.relay_heartbeat";
    try (Statement statement = connection.createStatement()) {
      if (exists(connection, "select from pg_publication where pubname = ?", name)) {
        statement.execute("alter publication " + name + " set table " + tables);
        statement.execute("alter publication " + name + " set (publish = 'insert')");
      } else {
        statement.execute(
            "create publication " + name + " for table " + tables + " with (publish = 'insert')");
      }
    }
  }

  private static void ensureSlot(Connection connection, String slot) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet level = statement.executeQuery("show wal_level")) {
      level.next();
      if (!level.getString(1).equals("logical")) {
        throw new ConfigurationFault(
            "broadsheet.relay.mode",
            "is cdc, but the server's wal_level is "
                + level.getString(1)
                + "; set wal_level = logical and restart PostgreSQL, or set the mode to poll");
      }
    }
    refuseForeign(connection, slot);
    // A lost slot can never be read again; the relay's reconciler sends what its end left behind.
    if (exists(
        connection,
        "select from pg_replication_slots where slot_name = ? and wal_status = 'lost'",
        slot)) {
      dropSlot(connection, slot);
    }
    if (!exists(connection, "select from pg_replication_slots where slot_name = ?", slot)) {
      try (PreparedStatement create =
          connection.prepareStatement("select pg_create_logical_replication_slot(?, 'pgoutput')")) {
        create.setString(1, slot);
        create.execute();
      } catch (SQLException e) {
        if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
          throw e;
        }
        String user = connection.getMetaData().getUserName();
        throw new MigrationFault(
            user
                + " may not make the slot "
                + slot
                + " ("
                + e.getMessage()
                + "); have an administrator run: "
                + ReplicationRight.remedy(user)
                + "; then run migrate again",
            e);
      }
    }
  }

  private static void refuseForeign(Connection connection, String slot) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select " + SlotKind.FOREIGN + " from pg_replication_slots s where s.slot_name = ?")) {
      query.setString(1, slot);
      try (ResultSet result = query.executeQuery()) {
        String foreign = result.next() ? result.getString(1) : null;
        if (foreign != null) {
          throw new ConfigurationFault(
              "broadsheet.relay.slot-name",
              "is " + slot + ", a slot that " + foreign + "; name another, or drop that one");
        }
      }
    }
  }

  private static void dropSlot(Connection connection, String slot) throws SQLException {
    try (PreparedStatement drop =
        connection.prepareStatement(
            "select pg_drop_replication_slot(s.slot_name) from pg_replication_slots s"
                + " where s.slot_name = ? and "
                + SlotKind.FOREIGN
                + " is null")) {
      drop.setString(1, slot);
      drop.execute();
    } catch (SQLException e) {
      if (!OBJECT_IN_USE.equals(e.getSQLState())) {
        throw e;
      }
      throw new MigrationFault(
          "the slot "
              + slot
              + " is still being read ("
              + e.getMessage()
              + "); stop every generator, then run migrate again",
          e);
    }
  }

  private static boolean exists(Connection connection, String sql, String argument)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, argument);
      try (ResultSet result = query.executeQuery()) {
        return result.next();
      }
    }
  }
}
