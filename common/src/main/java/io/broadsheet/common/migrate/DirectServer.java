package io.broadsheet.common.migrate;

import io.broadsheet.common.config.ConfigurationFault;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.postgresql.PGConnection;

/**
 * Asks a server whether a pooler stands before it, which its name need not show, and whose usual
 * name or port may be a server's all the same. A working replication would prove nothing: some
 * poolers pass it on.
 *
 * <p>A pooler in transaction mode shows by its sessions. One in session mode only by the number
 * that it tells at the login, which is not its session's (PostgreSQL documentation, "Message
 * Formats", BackendKeyData). So do proxies that are no poolers, such as Neon's before its direct
 * address: that sign counts only under a name or a port that is usual for a pooler.
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
   * @param url where the connections lead
   * @throws ConfigurationFault naming the key, with the remedy
   * @throws SQLException if the server refuses or cannot be reached
   */
  public static void check(String key, String url, Connections connections) throws SQLException {
    Optional<String> sign = poolerSign(url, connections);
    if (sign.isPresent()) {
      throw new ConfigurationFault(
          key, "leads to a connection pooler (" + sign.get() + "); " + DirectUrl.REMEDY);
    }
  }

  /**
   * What shows that a pooler stands before the server: it gives two connections one session, or one
   * connection two, or refuses what a server takes, or looks like a pooler and tells another number
   * at the login than its session has.
   *
   * @param url where the connections lead
   * @return empty if nothing does
   * @throws SQLException if the server refuses or cannot be reached
   */
  public static Optional<String> poolerSign(String url, Connections connections)
      throws SQLException {
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
      return one.unwrap(PGConnection.class).getBackendPID() == session(one)
          ? Optional.empty()
          : DirectUrl.suspicion(url)
              .map(host -> host + " tells another session at the login than it gives");
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
