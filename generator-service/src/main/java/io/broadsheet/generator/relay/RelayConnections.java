package io.broadsheet.generator.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * Connections with the relay's own credentials, outside the service's pool, which may be behind a
 * pooler. Connecting takes 10 s at most, a statement 15 s.
 */
public final class RelayConnections {

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
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("loginTimeout", "10");
    properties.setProperty("socketTimeout", "15");
    properties.setProperty("tcpKeepAlive", "true");
    return new Driver().connect(jdbcUrl(settings.url()), properties);
  }

  /** The URL in the driver's form; {@code postgresql://} is accepted too. */
  static String jdbcUrl(String url) {
    if (url.startsWith("jdbc:")) {
      return url;
    }
    return "jdbc:postgresql" + url.substring(url.indexOf("://"));
  }
}
