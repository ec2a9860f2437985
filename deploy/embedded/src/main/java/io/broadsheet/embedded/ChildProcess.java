package io.broadsheet.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A process that ends with this JVM, however that ends: even after {@code kill -9} its guard, a
 * small POSIX shell script, sends it SIGTERM, and SIGKILL after the grace. Ctrl-C in the terminal
 * does not reach it. Its output is appended to a log file.
 */
public final class ChildProcess {
  // A guard whose Process object were collected would see its pipe closed and stop its child.
  private static final Set<ChildProcess> ALIVE = ConcurrentHashMap.newKeySet();

  private final String name;
  private final Path log;
  private final Duration grace;
  private final Process guard;
  private final ProcessHandle child;

  private ChildProcess(String name, Path log, Duration grace, Process guard, ProcessHandle child) {
    this.name = name;
    this.log = log;
    this.grace = grace;
    this.guard = guard;
    this.child = child;
  }

  /**
   * Starts {@code command}; returns as soon as it runs, not when it is ready.
   *
   * @param name how messages call it
   * @param command program and arguments; no secrets, since everyone on the machine can read them
   * @param environment all its variables
   * @param log file that takes its output, made if it is missing
   * @param grace how long it may take to end after SIGTERM, in whole seconds
   * @throws UncheckedIOException if it cannot be started
   */
  public static ChildProcess start(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path log,
      Duration grace) {
    List<String> guarded =
        new ArrayList<>(
            List.of("sh", "-c", script(), name, log.toString(), Long.toString(grace.toSeconds())));
    guarded.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(guarded).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      Process guard = builder.start();
      String line =
          new BufferedReader(new InputStreamReader(guard.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (line == null || !line.matches("\\d+")) {
        guard.destroy();
        throw new IOException("Cannot start " + name + ": " + line);
      }
      // A command that has ended already has no handle any more: its guard then stands for it.
      ProcessHandle child = ProcessHandle.of(Long.parseLong(line)).orElse(guard.toHandle());
      ChildProcess process = new ChildProcess(name, log, grace, guard, child);
      ALIVE.add(process);
      guard.onExit().thenRun(() -> ALIVE.remove(process));
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  private static String script() {
    try (InputStream script = ChildProcess.class.getResourceAsStream("guard.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name it was started under. */
  public String name() {
    return name;
  }

  /** The file that takes its output. */
  public Path log() {
    return log;
  }

  /** The process itself, not its guard. */
  public ProcessHandle handle() {
    return child;
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return guard.isAlive();
  }

  /**
   * Sends SIGTERM and waits for the end; SIGKILL follows when the grace is over. Does nothing to a
   * process that has ended.
   */
  public void stop() {
    try {
      guard.getOutputStream().close();
    } catch (IOException e) {
      // The guard is gone, and with it the child: only kill -9 ends a guard first.
      child.destroy();
    }
    awaitEnd(grace.plusSeconds(5));
  }

  /** Sends SIGKILL and waits for the end. */
  public void kill() {
    child.destroyForcibly();
    awaitEnd(Duration.ofSeconds(10));
  }

  private void awaitEnd(Duration limit) {
    try {
      if (!guard.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            name + " (pid " + child.pid() + ") did not end within " + limit.toSeconds() + " s.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      child.destroyForcibly();
    }
  }

  /**
   * What its end looked like.
   *
   * @return the exit code; 128 and the signal's number when a signal ended it
   * @throws IllegalThreadStateException while it runs
   */
  public int exitCode() {
    return guard.exitValue();
  }
}
