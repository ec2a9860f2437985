package io.broadsheet.embedded;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.postgresql.PGConnection;

/**
 * Runs a test's statements in sessions that are kept, for a login takes longer than most of them. A
 * session that has ended is replaced before the next statement. As many threads as want may ask at
 * once.
 */
public final class KeptSessions implements AutoCloseable {

  private static final int VALID_WITHIN_S = 5;

  private final Login login;
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

  /** Opens a session. */
  @FunctionalInterface
  public interface Login {
    /** A new connection that commits each statement by itself. */
    Connection open() throws SQLException;
  }

  private KeptSessions(Login login) {
    this.login = login;
  }

  /** Opens nothing yet. */
  public static KeptSessions of(Login login) {
    return new KeptSessions(login);
  }

  /**
   * Runs a statement.
   *
   * @throws IllegalStateException if the server refuses it or cannot be reached
   */
  public void execute(String sql, Object... arguments) {
    within(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments).execute();
            return null;
          }
        });
  }

  /**
   * The first column of every row, as text.
   *
   * @throws IllegalStateException if the server refuses it or cannot be reached
   */
  public List<String> query(String sql, Object... arguments) {
    return within(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql);
              ResultSet result = bind(statement, arguments).executeQuery()) {
            List<String> column = new ArrayList<>();
            while (result.next()) {
              column.add(result.getString(1));
            }
            return column;
          }
        });
  }

  private interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  private <T> T within(Work<T> work) {
    try {
      Connection connection = session();
      try {
        return work.in(connection);
      } finally {
        idle.push(connection);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private Connection session() throws SQLException {
    Connection kept;
    while ((kept = idle.poll()) != null) {
      if (kept.isValid(VALID_WITHIN_S)) {
        return kept;
      }
      kept.close();
    }
    Connection connection = login.open();
    // A plan that the server keeps fails once the test has changed a table.
    connection.unwrap(PGConnection.class).setPrepareThreshold(0);
    return connection;
  }

  private static PreparedStatement bind(PreparedStatement statement, Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }

  /** Ends the sessions. */
  @Override
  public void close() {
    Connection kept;
    while ((kept = idle.poll()) != null) {
      try {
        kept.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
