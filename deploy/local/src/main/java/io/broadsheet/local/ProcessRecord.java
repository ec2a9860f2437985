package io.broadsheet.local;

import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.Waiting;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A file in {@code run/} that says which process a launcher started, so that the next one finds
 * what was left. A pid alone proves nothing: by now it may be somebody else's.
 *
 * @param pid of the process
 * @param started when the process began
 * @param marker an argument of its command line that names this stack's data directory
 */
record ProcessRecord(Path file, long pid, Instant started, String marker) {
  // The JDK counts the start from the boot time, which shifts when the clock is set.
  private static final Duration CLOCK_SHIFT = Duration.ofSeconds(3);
  private static final Duration GRACE = Duration.ofSeconds(40);

  /** Writes the record of a process that was just started. */
  static void write(Path run, ChildProcess process, String marker) {
    String content =
        "pid=%d%nstarted=%s%nmarker=%s%n"
            .formatted(
                process.handle().pid(),
                process.handle().info().startInstant().orElse(Instant.now()),
                marker.replace("\\", "\\\\"));
    try {
      Files.writeString(file(run, process), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the record of a process that was stopped. */
  static void remove(Path run, ChildProcess process) {
    delete(file(run, process));
  }

  private static Path file(Path run, ChildProcess process) {
    return run.resolve(process.name() + ".pid");
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All records in a folder; one that cannot be read says nothing and is left out. */
  static List<ProcessRecord> in(Path run) {
    try (Stream<Path> files = Files.list(run)) {
      List<ProcessRecord> records = new ArrayList<>();
      files
          .filter(file -> file.toString().endsWith(".pid"))
          .forEach(file -> read(file).ifPresent(records::add));
      return records;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<ProcessRecord> read(Path file) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
      return Optional.of(
          new ProcessRecord(
              file,
              Long.parseLong(properties.getProperty("pid")),
              Instant.parse(properties.getProperty("started")),
              properties.getProperty("marker")));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether the recorded process still runs: same pid, same start, and it works in our data
   * directory.
   */
  boolean isRunning() {
    return sameProcess()
        .flatMap(process -> process.info().arguments())
        .filter(arguments -> Arrays.asList(arguments).contains(marker))
        .isPresent();
  }

  /** A process that ends loses its arguments a moment before its ports and its pid. */
  private boolean isEnding() {
    return sameProcess().filter(process -> process.info().arguments().isEmpty()).isPresent();
  }

  private Optional<ProcessHandle> sameProcess() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(
            process ->
                process
                    .info()
                    .startInstant()
                    .filter(at -> Duration.between(started, at).abs().compareTo(CLOCK_SHIFT) < 0)
                    .isPresent());
  }

  /** Asks it to end, if it is ours. */
  void requestEnd() {
    if (isRunning()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
    }
  }

  /** Waits until it has ended, 40 s at most, then kills it; removes the record. */
  void awaitEnd() {
    try {
      Waiting.until(
          GRACE, () -> !isRunning() && !isEnding(), () -> "Process " + pid + " did not end");
    } catch (IllegalStateException e) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
    delete(file);
  }

  String name() {
    return file.getFileName().toString().replace(".pid", "");
  }
}
