package io.broadsheet.generator.relay;

import io.broadsheet.common.migrate.DirectServer;
import io.broadsheet.common.migrate.DirectUrl;
import io.broadsheet.common.migrate.ReplicationRight;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks at all that the relay relies on in the database in {@code cdc} mode; changes nothing. */
final class Preflight {

  private static final String URL = "broadsheet.relay.url";
  private static final String USER = "broadsheet.relay.user";

  private static final int LONGEST_WAL_SENDER_TIMEOUT_MS = 10_000;

  /** Refused password, unknown role or no right to log in; no such database; no CONNECT right. */
  private static final Set<String> REFUSED = Set.of("28P01", "28000", "3D000", "42501");

  private final RelaySettings settings;
  private final RelayConnections connections;

  Preflight(RelaySettings settings, RelayConnections connections) {
    this.settings = settings;
    this.connections = connections;
  }

  /** Looks; takes some 25 s at most. Never empty. */
  List<Finding> look() {
    try {
      Optional<String> pooler = DirectServer.poolerSign(settings.url(), connections::open);
      return pooler.isPresent() ? List.of(pooled(pooler.get())) : findings();
    } catch (SQLException e) {
      return List.of(unreachable(e));
    }
  }

  private List<Finding> findings() throws SQLException {
    try (Connection connection = connections.open()) {
      Facts facts = Facts.of(connection);
      List<Finding> findings = new ArrayList<>();
      findings.add(TableFindings.server(facts, URL));
      findings.add(walLevel(facts));
      findings.add(replicationRight(facts));
      findings.add(TableFindings.rightsInCdc(facts));
      findings.add(publication(connection));
      findings.add(slot(connection));
      findings.add(room(facts, "max_replication_slots", slotsInUse()));
      findings.add(room(facts, "max_wal_senders", "(select count(*) from pg_stat_replication)"));
      findings.add(keptWal(facts));
      findings.add(walSenderTimeout(facts));
      findings.add(TableFindings.locale(facts));
      return findings;
    }
  }

  private static Finding pooled(String sign) {
    return Finding.error(URL, "leads to a connection pooler (" + sign + ")", DirectUrl.REMEDY);
  }

  private Finding unreachable(SQLException e) {
    if (!REFUSED.contains(String.valueOf(e.getSQLState()))) {
      return Finding.waits(
          "the relay",
          "cannot reach the database (" + URL + " = " + settings.url() + "): " + e.getMessage(),
          null);
    }
    boolean database = "3D000".equals(e.getSQLState());
    return Finding.error(
        database ? URL : USER,
        (database
                ? "names a database that does not exist ("
                : "or broadsheet.relay.password is refused by the database (")
            + e.getMessage()
            + ")",
        "write what migrate was given");
  }

  private static Finding walLevel(Facts facts) throws SQLException {
    String level = facts.text("current_setting('wal_level')");
    return level.equals("logical")
        ? Finding.fine("wal_level", "is logical")
        : Finding.error(
            "broadsheet.relay.mode",
            "is cdc, but the server's wal_level is " + level,
            "set wal_level = logical and restart PostgreSQL, or set the mode to poll");
  }

  private Finding replicationRight(Facts facts) throws SQLException {
    return facts.holds(ReplicationRight.HELD)
        ? Finding.fine(USER, "has the right of REPLICATION")
        : Finding.error(
            USER,
            "is a role without the right of REPLICATION",
            "run migrate, or as an administrator: " + ReplicationRight.remedy(settings.user()));
  }

  private static Finding publication(Connection connection) throws SQLException {
    return PublishedTables.fault(connection)
        .map(fault -> Finding.tableOnly(URL, "leads to a database where " + fault))
        .orElseGet(() -> Finding.fine("the publication", "carries the inserts of both tables"));
  }

  private Finding slot(Connection connection) throws SQLException {
    Slot.Look slot = new Slot(settings.slotName()).look(connection);
    String subject = "the slot " + settings.slotName();
    if (slot.foreign() != null) {
      return Finding.error(
          "broadsheet.relay.slot-name",
          "is " + settings.slotName() + ", a slot that " + slot.foreign(),
          "name another and run migrate");
    }
    if (!slot.present()) {
      return Finding.warning(
          subject,
          "is missing",
          "the relay makes it anew and reconciles; if it goes missing again, find out who drops"
              + " it");
    }
    if (slot.lost() != null) {
      return Finding.warning(
          subject,
          "is lost (" + slot.lost() + ")",
          "the relay drops it, makes it anew and reconciles; see max_slot_wal_keep_size and"
              + " idle_replication_slot_timeout");
    }
    return Finding.fine(subject, slot.active() ? "is being read" : "is there and read by nobody");
  }

  private String slotsInUse() {
    // Its own is no obstacle; the name holds nothing that would need quoting.
    return "(select count(*) from pg_replication_slots where slot_name <> '"
        + settings.slotName()
        + "')";
  }

  private static Finding room(Facts facts, String setting, String used) throws SQLException {
    int most = Integer.parseInt(facts.text("current_setting('" + setting + "')"));
    int taken = Integer.parseInt(facts.text(used));
    String says = "is " + most + ", of which " + taken + " are taken";
    return taken < most
        ? Finding.fine(setting, says)
        : Finding.warning(
            setting, says, "raise it and restart PostgreSQL, or drop what nobody needs");
  }

  private static Finding keptWal(Facts facts) throws SQLException {
    String kept = facts.text("current_setting('max_slot_wal_keep_size')");
    return kept.equals("-1")
        ? Finding.warning(
            "max_slot_wal_keep_size",
            "is -1: while the relay is away, WAL grows until the disk is full",
            "set it, for instance to 1GB")
        : Finding.fine("max_slot_wal_keep_size", "is " + kept);
  }

  private static Finding walSenderTimeout(Facts facts) throws SQLException {
    int milliseconds =
        Integer.parseInt(
            facts.text("(select setting from pg_settings where name = 'wal_sender_timeout')"));
    return milliseconds > 0 && milliseconds <= LONGEST_WAL_SENDER_TIMEOUT_MS
        ? Finding.fine("wal_sender_timeout", "is " + milliseconds + " ms in the relay's sessions")
        : Finding.warning(
            "wal_sender_timeout",
            "is "
                + milliseconds
                + " ms in the relay's sessions, although it asks for 5000: the slot of a replica"
                + " that is silently gone stays taken for so long (0: for ever)",
            "let the server accept the setting, or set it to 5s there");
  }
}
