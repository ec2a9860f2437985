package io.broadsheet.generator.relay;

import java.sql.SQLException;

/** What the relay relies on in both modes: the server, the reconciler's rights, the locale. */
final class TableFindings {

  private static final int LEAST_VERSION = 150_000;

  /** Who needs what; the generator's role is given. */
  private static final String OF_THE_RECONCILER =
      """
      (%1$s, 'generator', 'outbox', 'select'),
      (%1$s, 'generator', 'outbox', 'insert'),
      (%1$s, 'generator', 'outbox', 'delete'),
      (%1$s, 'generator', 'lease', 'select'),
      (%1$s, 'generator', 'lease', 'insert'),
      (%1$s, 'generator', 'lease', 'update'),
      (%1$s, 'generator', 'reconciliation', 'select'),
      (%1$s, 'generator', 'reconciliation', 'insert'),
      (%1$s, 'generator', 'reconciliation', 'update'),
      (%1$s, 'generator', 'reconciliation', 'delete'),
      (%1$s, 'publisher', 'delivery', 'select'),
      (%1$s, 'publisher', 'command', 'select'),
      (%1$s, 'publisher', 'dead_letter', 'select'),
      (%1$s, 'publisher', 'dead_letter', 'insert'),
      ('broadsheet_publisher', 'publisher', 'delivery', 'insert'),
      ('broadsheet_publisher', 'publisher', 'command', 'insert')
      """;

  private static final String OF_THE_STREAM =
      """
      (quote_ident(current_user), 'generator', 'outbox', 'select'),
      (quote_ident(current_user), 'generator', 'relay_heartbeat', 'insert'),
      (quote_ident(current_user), 'generator', 'relay_heartbeat', 'delete'),
      """;

  private static final String LACKING =
      """
      select string_agg(format('%%s of %%s on %%s.%%s', privilege, holder, s, t), ', ')
      from (values %s) as needed (holder, s, t, privilege)
      left join pg_namespace n on n.nspname = s
      left join pg_class c on c.relnamespace = n.oid and c.relname = t
      where to_regrole(holder) is null or c.oid is null
         or not has_table_privilege(to_regrole(holder), c.oid, privilege)
      """;

  private static final String LACKING_IN_CDC =
      LACKING.formatted(OF_THE_STREAM + OF_THE_RECONCILER.formatted("'broadsheet_generator'"));

  private static final String LACKING_IN_POLL =
      LACKING.formatted(OF_THE_RECONCILER.formatted("quote_ident(current_user)"));

  private TableFindings() {}

  /**
   * Whether the server is a primary of a version that will do.
   *
   * @param url the key whose value leads to it
   */
  static Finding server(Facts facts, String url) throws SQLException {
    if (facts.holds("pg_is_in_recovery()")) {
      boolean synced =
          facts.holds(
              "exists (select from pg_replication_slots s where to_jsonb(s) ->> 'synced' ="
                  + " 'true')");
      return Finding.waits(
          "the relay",
          "is led to a standby ("
              + url
              + ")"
              + (synced ? ", whose slots are synced from the primary and cannot be read" : ""),
          "name the primary's address; after a promotion it goes on by itself");
    }
    int version = Integer.parseInt(facts.text("current_setting('server_version_num')"));
    String name = facts.text("current_setting('server_version')");
    return version < LEAST_VERSION
        ? Finding.error(url, "leads to PostgreSQL " + name, "15 or newer is needed")
        : Finding.fine("the server", "is a primary, PostgreSQL " + name);
  }

  /** Of the relay's own role, which asks, and of both services'. */
  static Finding rightsInCdc(Facts facts) throws SQLException {
    return rights(facts, LACKING_IN_CDC);
  }

  /** Of the generator's role, which asks, and of the publisher's. */
  static Finding rightsInPoll(Facts facts) throws SQLException {
    return rights(facts, LACKING_IN_POLL);
  }

  private static Finding rights(Facts facts, String query) throws SQLException {
    String lacking = facts.text(query);
    return lacking == null
        ? Finding.fine("the roles", "have their rights")
        : Finding.error("the roles", "lack " + lacking, "run migrate");
  }

  static Finding locale(Facts facts) throws SQLException {
    if (!facts.holds("exists (select from pg_proc where proname = 'similarity')")) {
      return Finding.warning("the locale", "is not known: pg_trgm is missing", "run migrate");
    }
    return facts.holds("similarity('привет', 'привет') = 1")
        ? Finding.fine("the locale", "knows letters beyond ASCII")
        : Finding.warning(
            "the locale",
            "knows no letters beyond ASCII: pg_trgm finds no likeness between Russian titles, so"
                + " topics may repeat",
            "initialise the database with C.UTF-8");
  }
}
