package io.broadsheet.embedded;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells whether anybody has asked a database anything since a moment, by what the server shows of
 * its sessions: an idle one still shows its last statement and when it began, and one that came and
 * went is counted.
 */
public final class StatementWatch implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final Connection elsewhere;
  private final String database;
  private final Timestamp since;
  private final long sessions;

  private StatementWatch(Connection elsewhere, String database) throws SQLException {
    this.elsewhere = elsewhere;
    this.database = database;
    try (ResultSet now = elsewhere.createStatement().executeQuery("select clock_timestamp()")) {
      now.next();
      since = now.getTimestamp(1);
    }
    sessions = sessions();
  }

  /**
   * Begins to watch, from a session in another database.
   *
   * @throws IllegalStateException if the server does not answer
   */
  public static StatementWatch of(EmbeddedPostgreSql server, String database) {
    try {
      return new StatementWatch(server.superuser("postgres"), database);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Watches for a while.
   *
   * @return what was asked within it, empty if nothing was; returns at once if something was
   */
  public List<String> askedWithin(Duration window) {
    long end = System.nanoTime() + window.toNanos();
    List<String> asked = asked();
    while (asked.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      asked = asked();
    }
    return asked;
  }

  /** What was asked since, the last of each session; empty if nothing was. */
  public List<String> asked() {
    try (PreparedStatement query =
        elsewhere.prepareStatement(
            """
            select query from pg_stat_activity
            where datname = ? and backend_type = 'client backend'
              and greatest(query_start, backend_start) > ?
            """)) {
      query.setString(1, database);
      query.setTimestamp(2, since);
      List<String> asked = new ArrayList<>();
      try (ResultSet result = query.executeQuery()) {
        while (result.next()) {
          asked.add(result.getString(1));
        }
      }
      if (sessions() != sessions) {
        asked.add("a session that has ended");
      }
      return asked;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private long sessions() throws SQLException {
    try (PreparedStatement query =
        elsewhere.prepareStatement("select sessions from pg_stat_database where datname = ?")) {
      query.setString(1, database);
      try (ResultSet result = query.executeQuery()) {
        result.next();
        return result.getLong(1);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    elsewhere.close();
  }
}
