package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.common.migrate.SlotKind;
import io.vertx.pgclient.PgException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks over the service's own pool at what the relay relies on in {@code poll} mode, where it has
 * no other connection; changes nothing.
 */
final class PollPreflight {

  private static final String URL = "quarkus.datasource.reactive.url";

  private final String slotName;
  private final Database database;

  /**
   * @param slotName the relay's, had it one
   */
  PollPreflight(String slotName, Database database) {
    this.slotName = slotName;
    this.database = database;
  }

  /** Looks; ends within 20 s where the database is away. Never empty. */
  List<Finding> look() {
    try {
      Facts facts = Facts.of(database);
      List<Finding> findings = new ArrayList<>();
      findings.add(TableFindings.server(facts, URL));
      findings.add(TableFindings.rightsInPoll(facts));
      findings.add(slot(facts));
      findings.add(TableFindings.locale(facts));
      return findings;
    } catch (PgException e) {
      ConfigurationFault fault = DatabaseState.configurationFault(e);
      return List.of(fault == null ? unreachable(e) : Finding.error(fault));
    } catch (RuntimeException | SQLException e) {
      return List.of(unreachable(e));
    }
  }

  private static Finding unreachable(Exception e) {
    return Finding.waits(
        "the relay", "cannot look at the database (" + URL + "): " + e.getMessage(), null);
  }

  private Finding slot(Facts facts) throws SQLException {
    String subject = "the slot " + slotName;
    // The name holds nothing that would need quoting.
    String left =
        facts.text(
            "select case when s.active then 'read' else 'unread' end from pg_replication_slots s"
                + " where s.slot_name = '%s' and (%s) is null"
                    .formatted(slotName, SlotKind.FOREIGN));
    if (left == null) {
      return Finding.fine(subject, "is not there, and poll mode needs none");
    }
    return left.equals("read")
        ? Finding.warning(
            subject,
            "is being read, though broadsheet.relay.mode is poll: another generator still runs in"
                + " cdc mode",
            "give all of them and migrate the same mode")
        : Finding.warning(
            subject,
            "is left from cdc mode: nobody reads it, and it keeps WAL from being removed",
            "run migrate with broadsheet.relay.mode=poll, or as an administrator: select"
                + " pg_drop_replication_slot('"
                + slotName
                + "')");
  }
}
