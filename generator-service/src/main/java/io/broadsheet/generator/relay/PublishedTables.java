package io.broadsheet.generator.relay;

import io.broadsheet.common.migrate.MigrateSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The tables whose inserts the publication must carry. */
final class PublishedTables {

  /** A scalar subquery: those it does not carry, null if it carries all. */
  static final String LACKING =
      """
      (select string_agg('generator.' || t, ', ') from unnest(array['outbox', 'relay_heartbeat']) t
       where not exists (select from pg_publication_tables p
                         join pg_publication d on d.pubname = p.pubname and d.pubinsert
                         where p.pubname = '%s' and p.schemaname = 'generator'
                           and p.tablename = t))
      """
          .formatted(MigrateSettings.PUBLICATION);

  private PublishedTables() {}

  /** What is wrong and what to do, empty if nothing is. */
  static Optional<String> fault(Connection connection) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet result = query.executeQuery("select " + LACKING)) {
      result.next();
      return Optional.ofNullable(result.getString(1)).map(PublishedTables::fault);
    }
  }

  /**
   * Words it.
   *
   * @param lacking as {@link #LACKING} tells it
   */
  static String fault(String lacking) {
    return "the publication %s is missing or lacks inserts of %s; run migrate"
        .formatted(MigrateSettings.PUBLICATION, lacking);
  }
}
