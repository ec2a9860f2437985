package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.migrate.MigrateSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Looks, before the engine starts, at everything it relies on in the database, and names what to
 * mend. A missing slot is no finding: the supervisor makes it anew.
 */
final class Preflight {

  private static final Logger LOG = Logger.getLogger(Preflight.class);

  /** Refused password, unknown role or no right to log in; no such database; no CONNECT right. */
  private static final Set<String> REFUSED = Set.of("28P01", "28000", "3D000", "42501");

  private final RelaySettings settings;
  private final RelayConnections connections;

  Preflight(RelaySettings settings, RelayConnections connections) {
    this.settings = settings;
    this.connections = connections;
  }

  /**
   * Checks all.
   *
   * @throws ConfigurationFault the first finding that the relay cannot work with
   * @throws SQLException if the database cannot be reached
   */
  void check() throws SQLException {
    try (Connection connection = open()) {
      checkWalLevel(connection);
      checkReplicationRight(connection);
      checkPublication(connection);
      checkSlot(connection);
      warnOfUnboundedWal(connection);
      warnOfAsciiLocale(connection);
    }
  }

  private Connection open() throws SQLException {
    try {
      return connections.open();
    } catch (SQLException e) {
      if (REFUSED.contains(e.getSQLState())) {
        boolean database = "3D000".equals(e.getSQLState());
        throw new ConfigurationFault(
            database ? "broadsheet.relay.url" : "broadsheet.relay.user",
            (database
                    ? "names a database that does not exist ("
                    : "or broadsheet.relay.password is refused by the database (")
                + e.getMessage()
                + "); write what migrate was given");
      }
      throw e;
    }
  }

  private void checkWalLevel(Connection connection) throws SQLException {
    String level = text(connection, "select current_setting('wal_level')");
    if (!"logical".equals(level)) {
      throw new ConfigurationFault(
          "broadsheet.relay.mode",
          "is cdc, but the server's wal_level is "
              + level
              + "; set wal_level = logical and restart PostgreSQL, or set the mode to poll");
    }
  }

  private void checkReplicationRight(Connection connection) throws SQLException {
    if (text(
            connection,
            "select 1 from pg_roles where rolname = current_user and (rolreplication or rolsuper)")
        == null) {
      throw new ConfigurationFault(
          "broadsheet.relay.user",
          "is a role without the right of REPLICATION; run migrate, or as an administrator: alter"
              + " role "
              + settings.user()
              + " replication");
    }
  }

  private void checkPublication(Connection connection) throws SQLException {
    String lacking =
        text(
            connection,
            """
            select string_agg(t, ', ') from unnest(array['outbox', 'relay_heartbeat']) t
            where not exists (select from pg_publication_tables p
                              join pg_publication d on d.pubname = p.pubname and d.pubinsert
                              where p.pubname = ? and p.schemaname = 'generator'
                                and p.tablename = t)
            """,
            MigrateSettings.PUBLICATION);
    if (lacking != null) {
      throw new ConfigurationFault(
          "broadsheet.relay.url",
          "leads to a database whose publication "
              + MigrateSettings.PUBLICATION
              + " is missing or lacks inserts of generator."
              + lacking.replace(", ", ", generator.")
              + "; run migrate");
    }
  }

  private void checkSlot(Connection connection) throws SQLException {
    String finding =
        text(
            connection,
            """
            select case
              when slot_type <> 'logical' or plugin <> 'pgoutput' then 'is no pgoutput slot'
              when database <> current_database() then 'belongs to the database ' || database
            end from pg_replication_slots where slot_name = ?
            """,
            settings.slotName());
    if (finding != null) {
      throw new ConfigurationFault(
          "broadsheet.relay.slot-name",
          "is "
              + settings.slotName()
              + ", a slot that "
              + finding
              + "; name another and run migrate");
    }
  }

  private void warnOfUnboundedWal(Connection connection) throws SQLException {
    if ("-1".equals(text(connection, "select current_setting('max_slot_wal_keep_size')"))) {
      LOG.warn(
          "max_slot_wal_keep_size is -1: while the relay is away, WAL grows until the disk is full;"
              + " set it, for instance to 1GB");
    }
  }

  private void warnOfAsciiLocale(Connection connection) throws SQLException {
    if (text(connection, "select 1 where similarity('привет', 'привет') = 1") == null) {
      LOG.warn(
          "the database's locale knows no letters beyond ASCII: pg_trgm finds no likeness between"
              + " Russian titles, so topics may repeat; initialise it with C.UTF-8");
    }
  }

  private static String text(Connection connection, String sql, String... arguments)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        query.setString(i + 1, arguments[i]);
      }
      try (ResultSet result = query.executeQuery()) {
        return result.next() ? result.getString(1) : null;
      }
    }
  }
}
