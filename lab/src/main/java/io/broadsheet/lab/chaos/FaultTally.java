package io.broadsheet.lab.chaos;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of the plan.
 *
 * @param planned how many of each kind were due
 * @param done how many of each kind succeeded; an API's is done when its rule is in force
 * @param failures those that did not, and why
 */
record FaultTally(
    Map<FaultKind, Integer> planned, Map<FaultKind, Integer> done, List<String> failures) {

  /** Kinds that were due and never succeeded. */
  Set<FaultKind> missing() {
    Set<FaultKind> missing = EnumSet.noneOf(FaultKind.class);
    missing.addAll(planned.keySet());
    missing.removeAll(done.keySet());
    return missing;
  }

  /** How many hit a process. */
  int ofProcesses() {
    return done.entrySet().stream()
        .filter(entry -> entry.getKey() != FaultKind.API)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }
}
