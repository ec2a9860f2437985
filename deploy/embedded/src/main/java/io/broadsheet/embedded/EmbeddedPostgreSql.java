package io.broadsheet.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A PostgreSQL server as a process of its own, on 127.0.0.1 only, with {@code wal_level=logical},
 * passwords required and the database {@code broadsheet} owned by the role {@code
 * broadsheet_migrator} (no superuser, but CREATEROLE and REPLICATION).
 *
 * <p>The server is detached: it outlives a killed JVM. The next start on its data directory
 * replaces it.
 */
public final class EmbeddedPostgreSql {
  /** The database that {@link #start()} creates. */
  public static final String DATABASE = "broadsheet";

  /** The role that owns it. */
  public static final String MIGRATOR = "broadsheet_migrator";

  private final Settings settings;
  private final ServerPrograms programs;

  /**
   * What a server is started with.
   *
   * @param dataDirectory holds the cluster; made by initdb if it is missing or empty; refused if it
   *     holds anything that is not ours
   * @param binaries folder for the unpacked programs, several servers may share it; or the folder
   *     of an installed server, which has {@code bin/postgres}
   * @param log file that takes the server's log
   * @param port TCP port on 127.0.0.1
   * @param durable whether commits survive a crash of the machine ({@code fsync}), and passwords a
   *     theft of their hashes; else both are quick
   * @param superuserPassword password of {@code postgres}; must stay the same for a data directory
   * @param migratorPassword password of {@code broadsheet_migrator}; set again at each start
   */
  public record Settings(
      Path dataDirectory,
      Path binaries,
      Path log,
      int port,
      boolean durable,
      String superuserPassword,
      String migratorPassword) {}

  private EmbeddedPostgreSql(Settings settings, ServerPrograms programs) {
    this.settings = settings;
    this.programs = programs;
  }

  /**
   * Starts a server and returns when it answers and the database exists. A server that an earlier
   * run left on the same data directory is stopped first.
   *
   * @throws IllegalStateException if it does not start, the message then ends with the server's own
   *     words; or if the data directory holds anything that is not ours
   */
  public static EmbeddedPostgreSql start(Settings given) {
    return start(given, List.of());
  }

  /**
   * As {@link #start(Settings)}, with server options that replace ours, such as {@code
   * wal_level=replica}: for tests of a server that somebody set up otherwise.
   */
  public static EmbeddedPostgreSql start(Settings given, List<String> options) {
    EmbeddedPostgreSql server = at(given);
    // First: it refuses a cluster that is not ours, and then its server must not be stopped either.
    Cluster.initialise(server.settings, server.programs);
    server.endLeftover();
    server.startPostmaster(options);
    server.createDatabaseAndOwner();
    return server;
  }

  /**
   * Starts a standby that follows a running server, on a copy made now; {@code pg_promote()} makes
   * it a primary. Roles and passwords are that server's. One server may have one standby.
   *
   * @param options as of {@link #start(Settings, List)}
   */
  public static EmbeddedPostgreSql startStandby(
      Settings given, EmbeddedPostgreSql primary, List<String> options) {
    EmbeddedPostgreSql standby = at(given);
    StandbyCopy.make(primary, primary.settings, standby.settings.dataDirectory);
    standby.startPostmaster(options);
    return standby;
  }

  /** The server of these settings, whether it runs or not; starts nothing. */
  public static EmbeddedPostgreSql at(Settings given) {
    Settings settings = withRealPaths(given);
    return new EmbeddedPostgreSql(
        settings, new ServerPrograms(PostgreSqlBinaries.unpackedIn(settings.binaries)));
  }

  private static Settings withRealPaths(Settings given) {
    try {
      Path data = given.dataDirectory;
      if (!Files.exists(data)) {
        Files.createDirectories(
            data,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      Files.createDirectories(given.log.toAbsolutePath().getParent());
      return new Settings(
          data.toRealPath(),
          given.binaries.toAbsolutePath(),
          given.log.toAbsolutePath(),
          given.port,
          given.durable,
          given.superuserPassword,
          given.migratorPassword);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot use the data directory " + given.dataDirectory + ": " + e.getMessage(), e);
    }
  }

  private void endLeftover() {
    Postmaster.of(settings.dataDirectory)
        .filter(Postmaster::pidIsTaken)
        .ifPresent(
            left -> {
              if (left.isRunning()) {
                stop();
              } else {
                // The pid now belongs to somebody else: PostgreSQL would refuse to start because of
                // it.
                Cluster.forgetPid(settings.dataDirectory);
              }
            });
  }

  private void startPostmaster(List<String> replacements) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "listen_addresses=127.0.0.1",
                "port=" + settings.port,
                "unix_socket_directories=",
                "wal_level=logical",
                "max_replication_slots=100",
                "max_wal_senders=20",
                "max_slot_wal_keep_size=1GB",
                "max_connections=200",
                "synchronous_commit=on",
                "shared_buffers=64MB",
                "timezone=UTC"));
    if (!settings.durable) {
      options.addAll(List.of("fsync=off", "full_page_writes=off"));
    }
    options.addAll(replacements);
    programs.startServer(settings.dataDirectory, settings.log, options);
  }

  private void createDatabaseAndOwner() {
    try (Connection connection = superuser("postgres");
        var statement = connection.createStatement()) {
      // A failing statement is otherwise logged in full, with its password.
      statement.execute("set log_min_error_statement = panic");
      boolean missing =
          !statement
              .executeQuery("select 1 from pg_roles where rolname = '" + MIGRATOR + "'")
              .next();
      statement.execute(
          (missing ? "create" : "alter")
              + " role "
              + MIGRATOR
              + " login createrole replication password "
              + statement.enquoteLiteral(settings.migratorPassword));
      if (!statement
          .executeQuery("select 1 from pg_database where datname = '" + DATABASE + "'")
          .next()) {
        statement.execute("create database " + DATABASE + " owner " + MIGRATOR);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(
          "PostgreSQL on " + settings.dataDirectory + " started, but: " + e.getMessage(), e);
    }
  }

  /**
   * Creates an empty database owned by {@code broadsheet_migrator}.
   *
   * @param name a plain SQL identifier that no database has yet
   */
  public void createDatabase(String name) {
    try (Connection connection = superuser("postgres");
        var statement = connection.createStatement()) {
      statement.execute(
          "create database " + statement.enquoteIdentifier(name, true) + " owner " + MIGRATOR);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create database " + name + ": " + e.getMessage(), e);
    }
  }

  /**
   * A connection as {@code postgres}, for what no role of the application may do. The caller closes
   * it.
   */
  public Connection superuser(String database) throws SQLException {
    return connect(database, "postgres", settings.superuserPassword);
  }

  /** A connection as {@code broadsheet_migrator}. The caller closes it. */
  public Connection migrator(String database) throws SQLException {
    return connect(database, MIGRATOR, settings.migratorPassword);
  }

  private Connection connect(String database, String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    // Not by DriverManager: it finds only drivers of the caller's class loader, and a test
    // framework has several.
    return new org.postgresql.Driver().connect(url(database), properties);
  }

  /** JDBC URL of the database {@code broadsheet}. */
  public String url() {
    return url(DATABASE);
  }

  /** JDBC URL of any database on this server. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + settings.port + "/" + database;
  }

  /** The TCP port on 127.0.0.1. */
  public int port() {
    return settings.port;
  }

  /** The password of {@code broadsheet_migrator}. */
  public String migratorPassword() {
    return settings.migratorPassword;
  }

  /** The server process; empty when it does not run. */
  public Optional<ProcessHandle> postmaster() {
    return running().flatMap(Postmaster::handle);
  }

  private Optional<Postmaster> running() {
    return Postmaster.of(settings.dataDirectory).filter(Postmaster::isRunning);
  }

  /** Disconnects all clients, stops the server and waits until it has ended (a fast shutdown). */
  public void stop() {
    running().ifPresent(postmaster -> postmaster.stop(programs));
  }

  /**
   * Stops the server on a data directory, whoever started it; does nothing if none runs there.
   *
   * @param dataDirectory need not exist
   * @param binaries as in {@link Settings#binaries()}
   */
  public static void stopOn(Path dataDirectory, Path binaries) {
    if (Files.exists(dataDirectory)) {
      Postmaster.of(realPath(dataDirectory))
          .filter(Postmaster::isRunning)
          .ifPresent(
              postmaster ->
                  postmaster.stop(new ServerPrograms(PostgreSqlBinaries.unpackedIn(binaries))));
    }
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the server as {@code kill -9} does; the next start recovers from its log. */
  public void kill() {
    running()
        .ifPresent(
            postmaster -> {
              postmaster.handle().ifPresent(ProcessHandle::destroyForcibly);
              postmaster.awaitEnd();
            });
  }
}
