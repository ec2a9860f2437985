package io.broadsheet.lab.chaos;

import io.broadsheet.lab.audit.Evidence.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What operators ordered, by kind.
 *
 * @param accepted orders that were answered with a command; each was given at least twice
 * @param refused orders that the API refused at once
 */
record OrderTally(Map<String, Integer> accepted, Map<String, Integer> refused) {

  /** What happens in every run, by what was applied. */
  private static final List<String> ALWAYS = List.of("pause", "resume", "replay");

  private static final String APPLIED = "applied";

  /** Why the orders prove less than they should; empty if they do not. */
  List<String> objections(List<Command> commands) {
    List<String> objections = new ArrayList<>();
    for (String kind : ALWAYS) {
      if (commands.stream()
          .noneMatch(command -> command.kind().equals(kind) && APPLIED.equals(command.result()))) {
        objections.add("no " + kind + " was applied");
      }
    }
    int orders = accepted.values().stream().mapToInt(Integer::intValue).sum();
    if (orders != commands.size()) {
      objections.add(
          orders + " orders were accepted, and there are " + commands.size() + " commands");
    }
    return objections;
  }

  /** For people: each kind with what became of it. */
  String text(List<Command> commands) {
    return commands.stream()
            .collect(
                Collectors.groupingBy(
                    command -> command.kind() + " " + command.result(),
                    TreeMap::new,
                    Collectors.counting()))
            .toString()
        + ", refused at once "
        + new TreeMap<>(refused);
  }
}
