package io.broadsheet.publisher.testing;

import io.broadsheet.embedded.KeptSessions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The database as its owner sees it.
 *
 * @param url JDBC URL
 * @param password of {@code broadsheet_migrator}
 */
public record TestSql(String url, String password) {

  // One for all who look at a database.
  private static final Map<TestSql, KeptSessions> SESSIONS = new ConcurrentHashMap<>();

  /** Runs a statement. */
  public void execute(String sql, Object... arguments) {
    sessions().execute(sql, arguments);
  }

  /** The first column of every row. */
  public List<String> query(String sql, Object... arguments) {
    return sessions().query(sql, arguments);
  }

  /** A session of its own. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "broadsheet_migrator", password);
  }

  /** Ends the sessions that were kept; the next statement opens another. */
  void close() {
    KeptSessions kept = SESSIONS.remove(this);
    if (kept != null) {
      kept.close();
    }
  }

  private KeptSessions sessions() {
    return SESSIONS.computeIfAbsent(this, sql -> KeptSessions.of(sql::connect));
  }
}
