package io.broadsheet.common.migrate;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.postgresql.PGConnection;

/** The least-privileged roles of the services: made if missing, granted anew each time. */
final class Roles {

  static final String GENERATOR = "broadsheet_generator";
  static final String PUBLISHER = "broadsheet_publisher";
  static final String RELAY = "broadsheet_relay";

  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private Roles() {}

  static void ensure(Connection connection, MigrateSettings settings) throws SQLException {
    ensureRole(connection, GENERATOR, settings.generatorPassword(), "login");
    ensureRole(connection, PUBLISHER, settings.publisherPassword(), "login");
    boolean rds = isTrue(connection, "select " + ReplicationRight.ON_RDS);
    ensureRole(
        connection,
        RELAY,
        settings.relayPassword(),
        rds ? "login" : settings.cdc() ? "login replication" : "login noreplication");
    if (rds) {
      ensureMembership(connection, settings.cdc());
    }
    try (Statement statement = connection.createStatement()) {
      for (String grant : grants(connection.getCatalog())) {
        statement.execute(grant);
      }
    }
  }

  private static void ensureRole(
      Connection connection, String role, String password, String attributes) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!exists(connection, role)) {
        create(connection, statement, role, attributes);
      }
      if (!mayAlter(connection, role)) {
        // Managed databases sometimes have the roles made by an administrator: then they are used
        // as they are.
        return;
      }
      alter(connection, statement, role, attributes);
      // Sends the verifier only: the server may log the statement.
      connection
          .unwrap(PGConnection.class)
          .alterUserPassword(role, password.toCharArray(), "scram-sha-256");
      // A connection that dies inside a transaction must not keep rows locked: skip locked would
      // hide them.
      statement.execute("alter role " + role + " set statement_timeout = '15s'");
      statement.execute("alter role " + role + " set lock_timeout = '5s'");
      statement.execute("alter role " + role + " set idle_in_transaction_session_timeout = '15s'");
      if (!role.equals(RELAY) && hasTransactionTimeout(connection)) {
        // Between a statement and its commit none of the above counts, and a pooler may keep a dead
        // client's connection alive. Not for the relay: decoding one transaction may take longer.
        statement.execute("alter role " + role + " set transaction_timeout = '30s'");
      }
      if (role.equals(PUBLISHER)) {
        // Its statements are few and long: planning one anew takes longer than running it. A plan
        // may be made while the tables are empty, and must still be right when they are full.
        statement.execute("alter role " + role + " set plan_cache_mode = 'force_generic_plan'");
        statement.execute("alter role " + role + " set enable_seqscan = off");
        statement.execute("alter role " + role + " set enable_bitmapscan = off");
      }
      statement.execute("alter role " + role + " set tcp_keepalives_idle = 10");
      statement.execute("alter role " + role + " set tcp_keepalives_interval = 3");
      statement.execute("alter role " + role + " set tcp_keepalives_count = 3");
      statement.execute("alter role " + role + " set tcp_user_timeout = '15s'");
    }
  }

  /** Only who has REPLICATION may name it in an alter, even to leave it as it is. */
  private static void alter(
      Connection connection, Statement statement, String role, String attributes)
      throws SQLException {
    boolean replicates =
        isTrue(connection, "select rolreplication from pg_roles where rolname = ?", role);
    boolean asWanted = attributes.endsWith(replicates ? " replication" : " noreplication");
    statement.execute("alter role " + role + " " + (asWanted ? "login" : attributes));
  }

  /** It came with PostgreSQL 17. */
  private static boolean hasTransactionTimeout(Connection connection) throws SQLException {
    return isTrue(
        connection,
        "select exists (select from pg_settings where name = ?)",
        "transaction_timeout");
  }

  private static void create(
      Connection connection, Statement statement, String role, String attributes)
      throws SQLException {
    try {
      statement.execute("create role " + role + " " + attributes);
    } catch (SQLException e) {
      if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        throw e;
      }
      throw new MigrationFault(
          connection.getMetaData().getUserName()
              + " may not make the role "
              + role
              + " ("
              + e.getMessage()
              + "); have an administrator run: create role "
              + role
              + " "
              + attributes
              + " password '...'; then run migrate again",
          e);
    }
  }

  /** On Amazon RDS the relay's right is a membership. */
  private static void ensureMembership(Connection connection, boolean wanted) throws SQLException {
    boolean member =
        isTrue(
            connection,
            "select pg_has_role(?, '" + ReplicationRight.RDS_ROLE + "', 'member')",
            RELAY);
    if (member == wanted) {
      return;
    }
    String change =
        (wanted ? "grant %s to " : "revoke %s from ").formatted(ReplicationRight.RDS_ROLE) + RELAY;
    try (Statement statement = connection.createStatement()) {
      statement.execute(change);
    } catch (SQLException e) {
      if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        throw e;
      }
      throw new MigrationFault(
          connection.getMetaData().getUserName()
              + " may not change who is in "
              + ReplicationRight.RDS_ROLE
              + " ("
              + e.getMessage()
              + "); have an administrator run: "
              + change
              + "; then run migrate again",
          e);
    }
  }

  private static boolean exists(Connection connection, String role) throws SQLException {
    return isTrue(connection, "select exists (select from pg_roles where rolname = ?)", role);
  }

  private static boolean mayAlter(Connection connection, String role) throws SQLException {
    return isTrue(
        connection,
        """
        select r.rolsuper
            or (r.rolcreaterole and case when current_setting('server_version_num')::int < 160000
                then not (select rolreplication from pg_roles where rolname = ?)
                else exists (select from pg_auth_members m
                           where m.member = r.oid and m.admin_option
                             and m.roleid = (select oid from pg_roles where rolname = ?)) end)
        from pg_roles r where r.rolname = current_user
        """,
        role,
        role);
  }

  private static boolean isTrue(Connection connection, String sql, String... arguments)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        query.setString(i + 1, arguments[i]);
      }
      try (ResultSet result = query.executeQuery()) {
        return result.next() && result.getBoolean(1);
      }
    }
  }

  private static List<String> grants(String database) {
    String quoted = '"' + database.replace("\"", "\"\"") + '"';
    return List.of(
        "grant connect on database "
            + quoted
            + " to "
            + String.join(", ", GENERATOR, PUBLISHER, RELAY),
        "grant usage on schema generator to " + String.join(", ", GENERATOR, PUBLISHER, RELAY),
        "grant select, insert, update, delete on all tables in schema generator to " + GENERATOR,
        "grant usage on all sequences in schema generator to " + GENERATOR,
        "revoke all on generator.flyway_schema_history from " + GENERATOR,
        "grant usage on schema publisher to " + String.join(", ", GENERATOR, PUBLISHER),
        "grant select on all tables in schema publisher to " + GENERATOR,
        // The reconciler parks rows that no topic can take.
        "grant insert on publisher.dead_letter to " + GENERATOR,
        "grant select, insert, update on all tables in schema publisher to " + PUBLISHER,
        "grant select on generator.outbox to " + RELAY,
        "grant select, insert, delete on generator.relay_heartbeat to " + RELAY);
  }
}
