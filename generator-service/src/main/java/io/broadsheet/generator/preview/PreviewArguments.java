package io.broadsheet.generator.preview;

import io.broadsheet.generator.writing.Task;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be shown.
 *
 * @param composes whether the article is to be put together, not a prompt shown
 * @param date of the edition
 * @param step whose prompt is shown; {@link Task#COMPOSE} where an article is put together
 * @param writer who would be asked; empty: the one whose turn it is
 * @param topic instead of the edition's
 */
record PreviewArguments(
    boolean composes, LocalDate date, Task step, Optional<String> writer, Optional<String> topic) {

  static final String USAGE =
      """
      usage: preview --date YYYY-MM-DD --step topic|section|compose [--writer NAME] [--topic TEXT]
             compose --date YYYY-MM-DD""";

  private static final Map<String, Set<String>> OPTIONS =
      Map.of(
          "preview", Set.of("--date", "--step", "--writer", "--topic"),
          "compose", Set.of("--date"));
  private static final List<Task> STEPS = List.of(Task.TOPIC, Task.SECTION, Task.COMPOSE);

  /**
   * Reads the command line.
   *
   * @throws BadArguments saying which one is wrong
   */
  static PreviewArguments read(String... arguments) {
    String command = arguments.length == 0 ? "" : arguments[0];
    Set<String> known = OPTIONS.get(command);
    if (known == null) {
      throw new BadArguments("\"" + command + "\" is no command");
    }
    Map<String, String> given = new HashMap<>();
    for (int i = 1; i < arguments.length; i += 2) {
      if (!known.contains(arguments[i])) {
        throw new BadArguments("\"" + arguments[i] + "\" is no option of " + command);
      }
      if (i + 1 == arguments.length || arguments[i + 1].isBlank()) {
        throw new BadArguments(arguments[i] + " has no value");
      }
      if (given.put(arguments[i], arguments[i + 1]) != null) {
        throw new BadArguments(arguments[i] + " is given twice");
      }
    }
    boolean composes = command.equals("compose");
    return new PreviewArguments(
        composes,
        date(given.get("--date")),
        composes ? Task.COMPOSE : step(given.get("--step")),
        Optional.ofNullable(given.get("--writer")),
        Optional.ofNullable(given.get("--topic")));
  }

  private static LocalDate date(String value) {
    if (value == null) {
      throw new BadArguments("--date is missing");
    }
    try {
      return LocalDate.parse(value);
    } catch (DateTimeParseException e) {
      throw new BadArguments("--date is \"" + value + "\", no date such as 2026-03-10");
    }
  }

  private static Task step(String value) {
    if (value == null) {
      throw new BadArguments("--step is missing");
    }
    return Arrays.stream(Task.values())
        .filter(
            task -> STEPS.contains(task) && task.wireName().equals(value.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> new BadArguments("--step is \"" + value + "\"; write topic, section or compose"));
  }
}
