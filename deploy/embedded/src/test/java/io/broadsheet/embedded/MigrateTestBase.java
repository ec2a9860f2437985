package io.broadsheet.embedded;

import io.broadsheet.common.migrate.MigrateSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** A database that {@code migrate} has been run on, one per test class. */
abstract class MigrateTestBase {

  static MigrateSettings settings;

  @BeforeAll
  static void migrate() {
    settings = TestStack.shared().migratedDatabase();
  }

  static MigrateSettings with(String url, boolean cdc, String slot) {
    return settings(url, settings.bootstrapServers(), settings.password(), cdc, slot);
  }

  static MigrateSettings settings(
      String url, String bootstrapServers, String password, boolean cdc, String slot) {
    return new MigrateSettings(
        url,
        settings.user(),
        password,
        password,
        password,
        password,
        cdc,
        slot,
        bootstrapServers,
        3,
        (short) 1,
        Duration.ofDays(365));
  }

  static EmbeddedPostgreSql ownServer(Path folder, String... options) {
    return EmbeddedPostgreSql.start(
        new EmbeddedPostgreSql.Settings(
            folder.resolve("data"),
            folder.resolve("programs"),
            folder.resolve("server.log"),
            FreePorts.next(),
            false,
            settings.password(),
            settings.password()),
        List.of(options));
  }

  static Connection as(String role) throws SQLException {
    return DriverManager.getConnection(settings.url(), role, settings.password());
  }

  static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }
}
