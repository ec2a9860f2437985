package io.broadsheet.lab.measure;

import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.LogTail;
import io.broadsheet.embedded.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** One running process and what the kernel says of it. */
final class ServiceProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final ChildProcess process;
  private final int port;

  ServiceProcess(ChildProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Waits until it answers at {@code path}. */
  ServiceProcess awaitReady(String path) {
    Waiting.until(
        START_LIMIT,
        () -> !process.isAlive() || LocalHttp.answers(port, path),
        () -> process.name() + " is not ready");
    if (!process.isAlive()) {
      throw new IllegalStateException(
          process.name() + " has ended. " + process.log() + " ends:\n" + LogTail.of(process.log()));
    }
    return this;
  }

  int port() {
    return port;
  }

  /** Resident memory now, in MB. */
  long residentMegabytes() {
    return statusKilobytes("VmRSS:") / 1024;
  }

  /** The most resident memory since the start or the last {@link #forgetPeak()}, in MB. */
  long peakMegabytes() {
    return statusKilobytes("VmHWM:") / 1024;
  }

  /** Begins the peak anew. */
  void forgetPeak() {
    try {
      Files.writeString(proc("clear_refs"), "5");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Processor time since the start, user and system. */
  Duration processorTime() {
    return ProcessorTime.of(process.handle().pid());
  }

  /** Sends a signal by name, such as {@code STOP}. */
  void signal(String name) {
    try {
      int code =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.handle().pid()))
              .start()
              .waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill -" + name + " " + process.name() + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends it as {@code kill -9} does. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.stop();
  }

  private long statusKilobytes(String field) {
    try (var lines = Files.lines(proc("status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path proc(String file) {
    return Path.of("/proc", Long.toString(process.handle().pid()), file);
  }
}
