package io.broadsheet.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An installed PgBouncer as a child process, in transaction mode in front of a server on 127.0.0.1:
 * each transaction gets any session of the pool, and here, by {@code server_round_robin}, seldom
 * the one before. All databases of the server are served. A client that falls silent within a
 * statement loses its session after 20 s.
 */
public final class PgBouncer implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final String CONFIGURATION = "pgbouncer.ini";
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final int port;
  private final Path folder;
  private final Path program;
  private volatile ChildProcess process;

  private PgBouncer(int port, Path folder, Path program) {
    this.port = port;
    this.folder = folder;
    this.program = program;
  }

  /** Whether this machine has it: {@code pgbouncer} on the PATH or in {@code /usr/sbin}. */
  public static boolean isInstalled() {
    return program().isPresent();
  }

  /**
   * Starts one and returns when it accepts connections.
   *
   * @param serverPort where PostgreSQL listens on 127.0.0.1
   * @param passwords of the roles that may connect; nobody else may
   * @param settings further lines of its configuration, such as {@code default_pool_size=3}
   * @throws IllegalStateException if it is not installed or does not start, the message then ends
   *     with its own words
   */
  public static PgBouncer start(int serverPort, Map<String, String> passwords, String... settings) {
    Path program =
        program()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "pgbouncer is not installed; install the package pgbouncer"));
    try {
      Path folder =
          Files.createTempDirectory(
              "broadsheet-pgbouncer-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      int port = FreePorts.next();
      Files.writeString(folder.resolve("userlist.txt"), userList(passwords));
      Files.writeString(
          folder.resolve(CONFIGURATION), configuration(folder, port, serverPort, settings));
      PgBouncer pooler = new PgBouncer(port, folder, program);
      pooler.launch();
      return pooler;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start pgbouncer: " + e.getMessage(), e);
    }
  }

  private static Optional<Path> program() {
    return Stream.concat(
            Stream.of(System.getenv().getOrDefault("PATH", "").split(":")), Stream.of("/usr/sbin"))
        .map(directory -> Path.of(directory, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String userList(Map<String, String> passwords) {
    return passwords.entrySet().stream()
        .map(entry -> quoted(entry.getKey()) + " " + quoted(entry.getValue()) + "\n")
        .collect(Collectors.joining());
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String configuration(Path folder, int port, int serverPort, String... settings) {
    return """
    [databases]
    * = host=127.0.0.1 port=%d
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = %d
    unix_socket_dir =
    auth_type = scram-sha-256
    auth_file = %s
    pool_mode = transaction
    server_round_robin = 1
    query_timeout = 20
    %s
    """
        .formatted(serverPort, port, folder.resolve("userlist.txt"), String.join("\n", settings));
  }

  private void launch() {
    process =
        ChildProcess.start(
            "pgbouncer",
            Stream.concat(
                    ServerPrograms.asOrdinaryUser().stream(),
                    Stream.of(program.toString(), folder.resolve(CONFIGURATION).toString()))
                .toList(),
            Map.of("PATH", System.getenv("PATH")),
            folder.resolve("pgbouncer.log"),
            GRACE);
    Waiting.until(
        START_LIMIT,
        () -> accepts() || !process.isAlive(),
        () -> "pgbouncer does not answer on port " + port);
    if (!process.isAlive()) {
      String words = LogTail.of(process.log());
      Folders.delete(folder);
      throw new IllegalStateException("pgbouncer does not start:\n  " + words);
    }
  }

  private boolean accepts() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** The TCP port on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** The JDBC URL of a database through it. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /** Ends it with all its connections, and starts it anew on the same port. */
  public void restart() {
    process.stop();
    launch();
  }

  /** Ends it with all its connections and removes its files. */
  @Override
  public void close() {
    process.stop();
    Folders.delete(folder);
  }
}
