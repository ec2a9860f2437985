package io.broadsheet.lab.chaos;

import io.broadsheet.lab.chaos.FaultPlan.Planned;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Tells what happens, with the time, on the terminal and in {@code chaos.log}. */
final class ChaosLog {

  private final PrintStream terminal;
  private final PrintStream file;

  /**
   * @param file is appended to
   */
  ChaosLog(PrintStream terminal, Path file) {
    this.terminal = terminal;
    try {
      Files.createDirectories(file.getParent());
      this.file = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** One line in both. */
  synchronized void line(String text) {
    String line = Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + text;
    terminal.println(line);
    file.println(line);
  }

  /** A fault has begun; only the file tells. */
  synchronized void fault(Planned fault) {
    file.println(
        "%s %s replica %d for %d ms %s"
            .formatted(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                fault.kind(),
                fault.replica() + 1,
                fault.length().toMillis(),
                fault.rule()));
  }

  /** The report, as it is. */
  synchronized void report(String text) {
    terminal.print(text);
    file.print(text);
  }
}
