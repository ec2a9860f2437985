package io.broadsheet.generator.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jboss.logging.Logger;

/** The replication slot that the relay reads: the single truth about how far it has come. */
final class Slot {

  private static final Logger LOG = Logger.getLogger(Slot.class);

  private static final String DUPLICATE_OBJECT = "42710";

  private final String name;

  Slot(String name) {
    this.name = name;
  }

  /**
   * Makes the slot anew if it is missing or lost. What was committed in between is then not
   * streamed: the reconciler, which follows every start of the engine, sends it.
   *
   * @param connection in autocommit mode: a slot cannot be made in a transaction that has written
   */
  void ensure(Connection connection) throws SQLException {
    String status = status(connection);
    if ("lost".equals(status)) {
      LOG.warnf(
          "the replication slot %s is lost: the server removed WAL that the relay had not read"
              + " (max_slot_wal_keep_size). It is dropped and made anew",
          name);
      call(connection, "select pg_drop_replication_slot(?)");
      status = null;
    }
    if (status == null && isMade(connection)) {
      LOG.warnf(
          "the replication slot %s was made anew; messages committed before are reconciled from"
              + " the outbox",
          name);
    }
  }

  /** False if another replica was the first to make it. */
  private boolean isMade(Connection connection) throws SQLException {
    try {
      call(connection, "select pg_create_logical_replication_slot(?, 'pgoutput')");
      return true;
    } catch (SQLException e) {
      if (DUPLICATE_OBJECT.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  /** Its {@code wal_status}, or null if there is no such slot. */
  private String status(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select coalesce(wal_status, 'unknown') from pg_replication_slots where slot_name = ?")) {
      query.setString(1, name);
      try (ResultSet result = query.executeQuery()) {
        return result.next() ? result.getString(1) : null;
      }
    }
  }

  private void call(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      statement.execute();
    }
  }
}
