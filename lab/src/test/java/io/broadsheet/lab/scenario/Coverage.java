package io.broadsheet.lab.scenario;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Which points were passed, and which faults were met there. */
final class Coverage {

  private final Map<FaultPoint, AtomicInteger> passed = new ConcurrentHashMap<>();
  private final Map<Fault, AtomicInteger> met = new ConcurrentHashMap<>();

  void passed(FaultPoint point, Optional<Fault> fault) {
    passed.computeIfAbsent(point, unseen -> new AtomicInteger()).incrementAndGet();
    fault.ifPresent(
        one -> met.computeIfAbsent(one, unseen -> new AtomicInteger()).incrementAndGet());
  }

  /** Those of the faults that nobody met. */
  Set<String> missing(Iterable<Fault> wanted) {
    Set<String> missing = new TreeSet<>();
    for (Fault fault : wanted) {
      if (!met.containsKey(fault)) {
        missing.add(fault.toString());
      }
    }
    return missing;
  }

  /** Steps that were passed and that no fault is planned at. */
  Set<String> unplanned(Set<String> planned) {
    Set<String> unplanned = new TreeSet<>();
    passed.keySet().forEach(point -> unplanned.add(point.step()));
    unplanned.removeAll(planned);
    return unplanned;
  }

  int metInAll() {
    return met.values().stream().mapToInt(AtomicInteger::get).sum();
  }
}
