package io.broadsheet.lab.chaos;

import io.broadsheet.embedded.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One replica of a service as a process, and what can happen to it. Used by one thread at a time.
 */
final class Replica {

  // A service drains for up to 25 s.
  private static final Duration GRACE = Duration.ofSeconds(40);

  private static final int KILLED = 128 + 9;

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private ChildProcess process;

  Replica(String name, List<String> command, Map<String, String> environment, Path log) {
    this.name = name;
    this.command = command;
    this.environment = environment;
    this.log = log;
  }

  String name() {
    return name;
  }

  /** Starts it unless it runs. */
  ChildProcess start() {
    if (process == null || !process.isAlive()) {
      process = ChildProcess.start(name, command, environment, log, GRACE);
    }
    return process;
  }

  /**
   * Starts it unless it runs.
   *
   * @return whether it did not
   */
  boolean startIfDown() {
    boolean down = process == null || !process.isAlive();
    start();
    return down;
  }

  /**
   * Checks that a fault has something to hit.
   *
   * @throws IllegalStateException if it has ended by itself
   */
  void requireRunning() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          name + " had ended by itself with exit code " + process.exitCode());
    }
  }

  /** Ends it as {@code kill -9} does. */
  void kill() {
    process.kill();
  }

  /** Ends it with SIGTERM and waits until it has drained; does nothing if it never ran. */
  void terminate() {
    if (process != null) {
      process.stop();
    }
  }

  /**
   * Ends it with SIGTERM.
   *
   * @throws IllegalStateException if only SIGKILL did
   */
  void terminateInTime() {
    terminate();
    if (process.exitCode() == KILLED) {
      throw new IllegalStateException(name + " did not end within " + GRACE + " of SIGTERM");
    }
  }

  /** Stops the clock for it. */
  void freeze() {
    signal("STOP");
  }

  /** Lets it go on. */
  void thaw() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      int exitCode =
          new ProcessBuilder("kill", "-" + signal, Long.toString(process.handle().pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (exitCode != 0) {
        throw new IllegalStateException(name + " took no SIG" + signal);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
