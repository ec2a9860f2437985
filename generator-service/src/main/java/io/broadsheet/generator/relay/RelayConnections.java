package io.broadsheet.generator.relay;

import io.broadsheet.common.migrate.DirectUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.util.HostSpec;

/**
 * Connections with the relay's own credentials, outside the service's pool, which may be behind a
 * pooler. Reaching a host takes 4 s at most, logging in 10 s, a statement 15 s.
 */
public final class RelayConnections {

  /**
   * Of every session. A silently dead connection frees the slot after 5 s. A standby's engine waits
   * for the slot inside a transaction that has only read the catalogue; the role's limit would end
   * it.
   */
  static final String SESSION_OPTIONS =
      "-c wal_sender_timeout=5000 -c idle_in_transaction_session_timeout=0";

  /**
   * Of the stream's session. While Kafka is away nobody takes what the server sends, and its kernel
   * counts bytes that find no room as unacknowledged: after the role's limit it would end the
   * connection, again and again. Who answers nothing at all is found by wal_sender_timeout.
   */
  static final String STREAM_OPTIONS = SESSION_OPTIONS + " -c tcp_user_timeout=0";

  private final RelaySettings settings;

  public RelayConnections(RelaySettings settings) {
    this.settings = settings;
  }

  /**
   * Opens one; the caller closes it.
   *
   * @throws SQLException if the server refuses or cannot be reached
   */
  public Connection open() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", settings.user());
    properties.setProperty("password", settings.password());
    properties.setProperty("ApplicationName", "broadsheet relay");
    properties.setProperty("options", SESSION_OPTIONS);
    // A host that is silent must leave time for the one after it.
    properties.setProperty("connectTimeout", "4");
    properties.setProperty("loginTimeout", "10");
    properties.setProperty("socketTimeout", "15");
    properties.setProperty("tcpKeepAlive", "true");
    return new Driver().connect(DirectUrl.toPrimary(settings.url()), properties);
  }

  /** Which of the URL's hosts a connection leads to. */
  static HostSpec server(Connection connection) throws SQLException {
    return connection.unwrap(PgConnection.class).getQueryExecutor().getHostSpec();
  }
}
