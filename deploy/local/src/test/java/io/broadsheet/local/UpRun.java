package io.broadsheet.local;

import io.broadsheet.embedded.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The launcher's process, as a user starts it. */
final class UpRun {
  private static final Duration LIMIT = Duration.ofMinutes(8);

  private final Path data;
  private final Path output;
  private final Process process;

  private UpRun(Path data, Path output, Process process) {
    this.data = data;
    this.output = output;
    this.process = process;
  }

  /** Six free ports, as {@code --ports} takes them. */
  static Ports freePorts() {
    return new Ports(
        FreePorts.next(),
        FreePorts.next(),
        FreePorts.next(),
        FreePorts.next(),
        FreePorts.next(),
        FreePorts.next());
  }

  static UpRun start(Path data, Ports ports, String... options) throws IOException {
    Path home = Path.of(System.getProperty("broadsheet.home")).toRealPath();
    StringBuilder list = new StringBuilder();
    ports.byName().forEach((name, port) -> list.append(name).append('=').append(port).append(','));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dbroadsheet.home=" + home,
                "-jar",
                home.resolve("deploy/local/target/local.jar").toString(),
                "--data",
                data.toString(),
                "--ports",
                list.toString()));
    command.addAll(List.of(options));
    Path output = Files.createTempFile(data.getParent(), "up", ".out");
    return new UpRun(
        data,
        output,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start());
  }

  /** Waits for its end. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      killEverything();
      throw new AssertionError("up did not end:\n" + output());
    }
    return process.exitValue();
  }

  /** Waits until a text stands in its output. */
  void awaitOutput(String text) {
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> output().contains(text) || !process.isAlive());
    if (!output().contains(text)) {
      throw new AssertionError("up ended too early:\n" + output());
    }
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code kill -9} of the launcher and of every process it started. */
  void killEverything() {
    process.destroyForcibly();
    recordedPids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                ProcessRecord.in(data.resolve("run")).stream().noneMatch(ProcessRecord::isRunning));
  }

  private List<Long> recordedPids() {
    List<Long> pids = new ArrayList<>();
    try (Stream<Path> files = Files.list(data.resolve("run"))) {
      for (Path file : files.toList()) {
        Properties record = new Properties();
        try (var in = Files.newBufferedReader(file)) {
          record.load(in);
        }
        pids.add(Long.parseLong(record.getProperty("pid")));
      }
      Path postmaster = data.resolve("postgresql/postmaster.pid");
      if (Files.exists(postmaster)) {
        pids.add(Long.parseLong(Files.readAllLines(postmaster).get(0).strip()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pids;
  }
}
