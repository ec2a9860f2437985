package io.broadsheet.embedded;

import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/**
 * A PostgreSQL that a test has to itself, migrated, and a PgBouncer before it for one role; to be
 * interrupted. The broker is {@link TestStack}'s.
 */
public final class PooledServer implements AutoCloseable {

  private final Path folder;
  private final EmbeddedPostgreSql.Settings settings;
  private final MigrateSettings migrated;
  private final String role;
  private final PgBouncer pooler;

  /** What ends every session that the pooler has. */
  public enum Interruption {
    /** An administrator ends them (57P01). */
    SESSIONS_ENDED,
    /** The pooler is stopped and started. */
    POOLER_RESTARTED,
    /** The server is stopped and started; the pooler stays. */
    SERVER_RESTARTED
  }

  private PooledServer(String role) {
    this.role = role;
    folder = temporaryFolder();
    String password = UUID.randomUUID().toString();
    settings =
        new EmbeddedPostgreSql.Settings(
            folder.resolve("postgresql"),
            TestStackProcesses.sharedBinaries(),
            folder.resolve("postgresql.log"),
            FreePorts.next(),
            false,
            password,
            password);
    EmbeddedPostgreSql server = EmbeddedPostgreSql.start(settings);
    migrated =
        new MigrateSettings(
            server.url(),
            EmbeddedPostgreSql.MIGRATOR,
            password,
            password,
            password,
            password,
            true,
            "broadsheet",
            TestStack.shared().bootstrapServers(),
            3,
            (short) 1,
            Duration.ofDays(365));
    Migrate.run(migrated);
    // By default it lets 15 s pass after a login that failed.
    pooler = PgBouncer.start(server.port(), Map.of(role, password), "server_login_retry = 1");
  }

  /**
   * Starts both.
   *
   * @param role who may pass the pooler, for instance {@code broadsheet_publisher}
   */
  public static PooledServer start(String role) {
    return new PooledServer(role);
  }

  /** Where the server is, not the pooler; all roles have one password. */
  public MigrateSettings settings() {
    return migrated;
  }

  /** The JDBC URL by way of the pooler. */
  public String pooledUrl() {
    return pooler.url(EmbeddedPostgreSql.DATABASE);
  }

  /** Interrupts, and returns when everything runs again. */
  public void interrupt(Interruption how) {
    switch (how) {
      case SESSIONS_ENDED -> endSessions();
      case POOLER_RESTARTED -> pooler.restart();
      case SERVER_RESTARTED -> {
        EmbeddedPostgreSql.at(settings).stop();
        EmbeddedPostgreSql.start(settings);
      }
    }
  }

  private void endSessions() {
    try (Connection connection =
            EmbeddedPostgreSql.at(settings).superuser(EmbeddedPostgreSql.DATABASE);
        PreparedStatement statement =
            connection.prepareStatement(
                "select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = ?")) {
      statement.setString(1, role);
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("broadsheet-pooled-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends both and removes their files. */
  @Override
  public void close() {
    pooler.close();
    EmbeddedPostgreSql.at(settings).stop();
    Folders.delete(folder);
  }
}
