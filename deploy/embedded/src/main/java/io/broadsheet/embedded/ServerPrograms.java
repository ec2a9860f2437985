package io.broadsheet.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs initdb and pg_ctl. PostgreSQL refuses to run as root; there a user namespace without a
 * mapping, made by {@code unshare -U}, shows it an ordinary user instead.
 */
final class ServerPrograms {
  private static final int LIMIT_SECONDS = 90;
  // After kill -9 the postmaster's children notice within moments and let go of the shared memory.
  private static final String STILL_IN_USE = "pre-existing shared memory block";
  private static final int STARTS = 10;

  private final Path home;
  private final List<String> prefix;

  ServerPrograms(Path home) {
    this.home = home;
    this.prefix = asOrdinaryUser();
  }

  /** What comes before the command of a server that refuses to run as root. */
  static List<String> asOrdinaryUser() {
    return isRoot() ? List.of("unshare", "-U") : List.of();
  }

  /** The UTF-8 locale without a language; macOS has it under another name. */
  static String locale() {
    return isMac() ? "en_US.UTF-8" : "C.UTF-8";
  }

  /**
   * Runs a program to its end.
   *
   * @throws IllegalStateException if it fails or takes longer than 90 s; the message ends with its
   *     output
   */
  void run(String program, List<String> arguments) {
    Result result = execute(program, arguments);
    if (result.exitCode != 0) {
      throw new IllegalStateException(program + " failed:\n  " + explained(result.output));
    }
  }

  /** Starts the server detached from this JVM and waits until it accepts connections. */
  void startServer(Path dataDirectory, Path log, List<String> options) {
    String flags = options.stream().map(option -> "-c " + option).collect(Collectors.joining(" "));
    List<String> arguments =
        List.of(
            "start",
            "-D",
            dataDirectory.toString(),
            "-l",
            log.toString(),
            "-w",
            "-t",
            "60",
            "-o",
            flags);
    for (int start = 1; ; start++) {
      Result result = execute("pg_ctl", arguments);
      if (result.exitCode == 0) {
        return;
      }
      String words = LogTail.of(log);
      if (start == STARTS || !words.contains(STILL_IN_USE)) {
        throw new IllegalStateException(
            "PostgreSQL does not start. " + log + " ends:\n  " + explained(result.output + words));
      }
    }
  }

  private record Result(int exitCode, String output) {}

  private Result execute(String program, List<String> arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    File output = null;
    try {
      // A file, not a pipe: the server would inherit a pipe and keep it open.
      output = File.createTempFile(program, ".out");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(output);
      builder.environment().put("LC_ALL", locale());
      builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
      Process process = builder.start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(program + " took longer than " + LIMIT_SECONDS + " s.");
      }
      return new Result(process.exitValue(), Files.readString(output.toPath()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot run " + program + ": " + explained(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while " + program + " ran.", e);
    } finally {
      if (output != null) {
        output.delete();
      }
    }
  }

  private String explained(String words) {
    if (!prefix.isEmpty() && words.contains("unshare")) {
      return words
          + "\n  PostgreSQL does not run as root. Run this as an ordinary user, or install unshare (util-linux) and"
          + " allow user namespaces (sysctl user.max_user_namespaces).";
    }
    return words;
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static boolean isMac() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
  }
}
