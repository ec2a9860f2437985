package io.broadsheet.common.migrate;

import io.broadsheet.common.config.ConfigurationFault;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * Asks a server whether a pooler in transaction mode stands before it, which its name need not
 * show. A working replication would prove nothing: some poolers pass it on.
 */
public final class DirectServer {

  /** PgBouncer hands out the session used last, so the first round tells; a busy pool may not. */
  private static final int ROUNDS = 3;

  /** {@code protocol_violation}: what PgBouncer refuses a client with. */
  private static final String POOLER_REFUSAL = "08P01";

  private DirectServer() {}

  /** Opens connections to one URL, each time a new one. */
  @FunctionalInterface
  public interface Connections {
    /**
     * Opens one; the caller closes it.
     *
     * @throws SQLException if the server refuses or cannot be reached
     */
    Connection open() throws SQLException;
  }

  /**
   * Refuses a server behind a pooler.
   *
   * @param key the configuration key that holds the URL
   * @throws ConfigurationFault naming the key, with the remedy
   * @throws SQLException if the server refuses or cannot be reached
   */
  public static void check(String key, Connections connections) throws SQLException {
    Optional<String> sign = poolerSign(connections);
    if (sign.isPresent()) {
      throw new ConfigurationFault(
          key, "leads to a connection pooler (" + sign.get() + "); " + DirectUrl.REMEDY);
    }
  }

  /**
   * What shows that a pooler stands before the server: it gives two connections one session, or one
   * connection two, or refuses what a server takes.
   *
   * @return empty if nothing does
   * @throws SQLException if the server refuses or cannot be reached
   */
  public static Optional<String> poolerSign(Connections connections) throws SQLException {
    try (Connection one = connections.open();
        Connection other = connections.open()) {
      other.setAutoCommit(false);
      for (int round = 0; round < ROUNDS; round++) {
        int before = session(one);
        boolean shared = session(other) == before;
        other.commit();
        if (shared || session(one) != before) {
          return Optional.of("its transactions share server sessions");
        }
      }
      return Optional.empty();
    } catch (SQLException e) {
      if (POOLER_REFUSAL.equals(e.getSQLState())) {
        return Optional.of("it answered: " + e.getMessage());
      }
      throw e;
    }
  }

  private static int session(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select pg_backend_pid()")) {
      result.next();
      return result.getInt(1);
    }
  }
}
