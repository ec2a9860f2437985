package io.broadsheet.generator.relay;

import io.broadsheet.common.migrate.SlotKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The replication slot that the relay reads: the single truth about how far it has come. */
final class Slot {

  private static final Logger LOG = Logger.getLogger(Slot.class);

  private static final String DUPLICATE_OBJECT = "42710";
  private static final String UNDEFINED_OBJECT = "42704";
  private static final String OBJECT_IN_USE = "55006";
  private static final String INSUFFICIENT_PRIVILEGE = "42501";
  private static final String READ_ONLY = "25006";

  // Newer servers tell more of a slot: invalidation_reason since 17, conflicting since 16.
  private static final String LOOK =
      """
      select pg_is_in_recovery() as standby, s.slot_name is not null as present,
          case when s.wal_status = 'lost'
               then coalesce(to_jsonb(s) ->> 'invalidation_reason', 'wal_removed') end as lost,
          %s as foreign_kind,
          coalesce(s.active, false) as active
      from (select) one left join pg_replication_slots s on s.slot_name = ?
      """
          .formatted(SlotKind.FOREIGN);

  private final String name;

  Slot(String name) {
    this.name = name;
  }

  /**
   * What stands under the name.
   *
   * @param standby whether the server is a standby
   * @param present whether there is such a slot
   * @param lost why it can never be read again, null if it can
   * @param foreign what keeps it from being the relay's at all, null if nothing does
   * @param active whether anybody reads it
   */
  record Look(boolean standby, boolean present, String lost, String foreign, boolean active) {}

  /** Looks, and changes nothing. */
  Look look(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(LOOK)) {
      query.setString(1, name);
      try (ResultSet result = query.executeQuery()) {
        result.next();
        return new Look(
            result.getBoolean("standby"),
            result.getBoolean("present"),
            result.getString("lost"),
            result.getString("foreign_kind"),
            result.getBoolean("active"));
      }
    }
  }

  /**
   * Makes the slot anew if it is missing or lost. What was committed in between is then not
   * streamed: the reconciler, which follows every start of the engine, sends it.
   *
   * @param connection in autocommit mode: a slot cannot be made in a transaction that has written
   * @return whether somebody reads it already
   * @throws Refused if a slot of that name is somebody else's
   * @throws SQLException if the server cannot be reached, refuses, or is a standby
   */
  boolean ensure(Connection connection) throws SQLException, Refused {
    Look look = look(connection);
    if (look.standby()) {
      throw new SQLException("the server is a standby; the relay waits for a primary", READ_ONLY);
    }
    if (look.foreign() != null) {
      throw new Refused(
          "the slot %s %s; drop it, or name another (broadsheet.relay.slot-name) and run migrate"
              .formatted(name, look.foreign()));
    }
    if (look.lost() != null) {
      LOG.warnf("the replication slot %s is lost (%s): it is dropped", name, meaning(look.lost()));
      drop(connection);
    }
    if (!look.present() || look.lost() != null) {
      make(connection);
      return false;
    }
    return look.active();
  }

  /**
   * Drops the slot and makes it anew, because it cannot be read although nobody reads it: what
   * stands in its way in the WAL is left behind, and the table still has every row.
   */
  void renew(Connection connection) throws SQLException {
    if (drop(connection)) {
      LOG.warnf("the replication slot %s cannot be read: it is dropped", name);
      make(connection);
    }
  }

  /**
   * Ends the session that reads the slot.
   *
   * @throws Refused if it is not the relay's own role's
   */
  void evict(Connection connection) throws SQLException, Refused {
    try {
      call(
          connection,
          "select pg_terminate_backend(active_pid, 1000) from pg_replication_slots"
              + " where slot_name = ? and active_pid is not null");
      LOG.warnf("whoever read the replication slot %s was disconnected", name);
    } catch (SQLException e) {
      if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        throw e;
      }
      throw new Refused(
          "the slot %s is read by somebody who is no replica of this service%s; end that session or name another slot (broadsheet.relay.slot-name) and run migrate"
              .formatted(name, pid(connection).map(pid -> " (process " + pid + ")").orElse("")));
    }
  }

  private Optional<String> pid(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select active_pid from pg_replication_slots where slot_name = ?")) {
      query.setString(1, name);
      try (ResultSet result = query.executeQuery()) {
        return result.next() ? Optional.ofNullable(result.getString(1)) : Optional.empty();
      }
    }
  }

  private static String meaning(String reason) {
    return switch (reason) {
      case "wal_removed" ->
          "wal_removed: the server removed WAL that the relay had not read, see"
              + " max_slot_wal_keep_size";
      case "idle_timeout" ->
          "idle_timeout: nobody read it for longer than idle_replication_slot_timeout";
      default -> reason;
    };
  }

  /** False if somebody reads it after all. */
  private boolean drop(Connection connection) throws SQLException {
    try {
      call(connection, "select pg_drop_replication_slot(?)");
      return true;
    } catch (SQLException e) {
      // Another replica was quicker.
      if (UNDEFINED_OBJECT.equals(e.getSQLState())) {
        return true;
      }
      if (OBJECT_IN_USE.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private void make(Connection connection) throws SQLException {
    try {
      call(connection, "select pg_create_logical_replication_slot(?, 'pgoutput')");
      LOG.warnf(
          "the replication slot %s was made anew; messages committed before are reconciled from"
              + " the outbox",
          name);
    } catch (SQLException e) {
      // Another replica was quicker.
      if (!DUPLICATE_OBJECT.equals(e.getSQLState())) {
        throw e;
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
