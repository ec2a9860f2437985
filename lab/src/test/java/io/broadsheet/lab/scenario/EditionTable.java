package io.broadsheet.lab.scenario;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The editions of a {@link Pipeline} and what they have become, as the database's owner sees them.
 */
record EditionTable(Stage stage) {

  /** Inserts one that is being written. */
  void insert(LocalDate date) throws SQLException {
    try (Connection connection = stage.owner();
        PreparedStatement statement =
            connection.prepareStatement(
                "insert into generator.edition (edition_date, content_type, state)"
                    + " values (?, 'digest', 'writing')")) {
      statement.setObject(1, date);
      statement.executeUpdate();
    }
  }

  /** Claims one: its new fence, or empty if it is published. */
  Optional<Long> claim(LocalDate date) {
    return number(
        "update generator.edition set fence = fence + 1"
            + " where edition_date = ? and state = 'writing' returning fence",
        date);
  }

  /** Ends the reconciler's lease now, whoever holds it, as if its time had passed. */
  void endReconcilersLease() {
    number(
        "update generator.lease set lease_until = clock_timestamp() - interval '1 ms'"
            + " where name = 'reconciler' and lease_until > clock_timestamp() returning fence");
  }

  /** The number of the newest outbox row; 0 if there is none. */
  long newest() {
    return number("select coalesce(max(seq), 0) from generator.outbox").orElseThrow();
  }

  /** How many editions are not published and how many outbox rows no deliveries. */
  long left() {
    return number(
            """
            select (select count(*) from generator.edition where state = 'writing')
              + (select count(*) from generator.outbox o
                 where not exists (select from publisher.delivery d where d.event_id = o.id))
            """)
        .orElseThrow();
  }

  private Optional<Long> number(String sql, Object... values) {
    try (Connection connection = stage.owner();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (var rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getLong(1)) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
