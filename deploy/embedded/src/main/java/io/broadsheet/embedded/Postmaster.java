package io.broadsheet.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What {@code postmaster.pid} in a data directory says of the server that runs, or ran, on it. The
 * file outlives a killed server, and its pid may belong to somebody else by now.
 *
 * <p>Line 1 is the pid, line 4 the port (PostgreSQL source, {@code src/include/utils/pidfile.h}).
 */
record Postmaster(Path dataDirectory, long pid, int port) {
  /** What the file says; empty when there is none or it is still being written. */
  static Optional<Postmaster> of(Path dataDirectory) {
    try {
      List<String> lines =
          Files.readAllLines(dataDirectory.resolve("postmaster.pid"), StandardCharsets.UTF_8);
      return lines.size() < 4
          ? Optional.empty()
          : Optional.of(
              new Postmaster(
                  dataDirectory,
                  Long.parseLong(lines.get(0).trim()),
                  Integer.parseInt(lines.get(3).trim())));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a process with this pid exists, whoever it is. */
  boolean pidIsTaken() {
    return handle().isPresent();
  }

  /**
   * Whether that process really is a PostgreSQL server on this data directory. A process that has
   * ended but is not yet collected by its parent has no arguments any more.
   */
  boolean isRunning() {
    return handle()
        .flatMap(process -> process.info().arguments())
        .map(arguments -> Arrays.asList(arguments))
        .filter(arguments -> arguments.contains("-D"))
        .map(arguments -> arguments.get(arguments.indexOf("-D") + 1))
        .filter(dataDirectory.toString()::equals)
        .isPresent();
  }

  Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }

  /** Stops it fast and waits for the end. */
  void stop(ServerPrograms programs) {
    programs.run("pg_ctl", List.of("stop", "-D", dataDirectory.toString(), "-m", "fast", "-w"));
    // pg_ctl waits for the pid file to go, which happens shortly before the end.
    awaitEnd();
  }

  void awaitEnd() {
    Waiting.until(
        Duration.ofSeconds(20),
        () -> !isRunning(),
        () -> "PostgreSQL (pid " + pid + ") did not end");
  }
}
