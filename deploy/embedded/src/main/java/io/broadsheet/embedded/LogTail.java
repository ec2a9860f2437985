package io.broadsheet.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The last lines of a log file, for an error message. */
public final class LogTail {
  private static final int LINES = 15;
  private static final Pattern FRAME =
      Pattern.compile("\\s+(?:at \\S+\\(|\\.\\.\\. \\d+ (?:more|common))");

  private LogTail() {}

  /**
   * The last 15 lines of {@code log}, each on its own line and indented, without the frames of
   * stack traces, which would push out the line that says what is wrong; a note when it cannot be
   * read.
   */
  public static String of(Path log) {
    try {
      // Not a strict decoder: the file may be cut inside a character.
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !FRAME.matcher(line).lookingAt())
              .toList();
      return String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    } catch (IOException e) {
      return "(no log at " + log + ")";
    }
  }
}
