package io.broadsheet.lab.chaos;

import io.broadsheet.lab.audit.Evidence;
import io.broadsheet.lab.audit.Finding;
import io.broadsheet.lab.audit.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run came to.
 *
 * @param run seed, length and replicas, in words
 * @param commit of the code under test
 * @param faults how many of each kind were begun; those of the APIs are told by their hits
 * @param hits how many calls each kind of API fault hit
 * @param timeToRest empty if it did not come to rest
 * @param evidence what was audited
 * @param verdicts on each invariant
 */
record ChaosReport(
    String run,
    String commit,
    Map<FaultKind, Integer> faults,
    Map<String, Integer> hits,
    Optional<Duration> timeToRest,
    Evidence evidence,
    List<Verdict> verdicts) {

  private static final int FINDINGS_SHOWN = 20;

  /** Whether everything held. */
  boolean held() {
    return timeToRest.isPresent() && verdicts.stream().allMatch(Verdict::held);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("\nChaos run: ").append(run).append('\n');
    text.append("Commit:    ").append(commit).append('\n');
    text.append("Machine:   ").append(machine()).append('\n');
    int events = faults.values().stream().mapToInt(Integer::intValue).sum();
    int hit = hits.values().stream().mapToInt(Integer::intValue).sum();
    text.append(
        "Faults:    %d, of them %s; calls hit by API faults: %d, %s%n"
            .formatted(events, faults, hit, hits));
    text.append(
        "Posts:     %d, deliveries %d %s, effects %s, attempts %d%n"
            .formatted(
                evidence.posts().size(),
                evidence.deliveries().size(),
                count(evidence.deliveries(), Evidence.Delivery::state),
                count(evidence.effects(), effect -> effect.place().api()),
                evidence.attempts().size()));
    text.append(
        "Records:   %d on the topics for %d outbox rows%n"
            .formatted(evidence.records().map(List::size).orElse(0), evidence.outbox().size()));
    text.append(
        "At rest:   %s%n"
            .formatted(
                timeToRest
                    .map(time -> "%.1f s after the last fault".formatted(time.toMillis() / 1000.0))
                    .orElse("never")));
    for (Verdict verdict : verdicts) {
      text.append(
          "  %-40s %s%n"
              .formatted(
                  verdict.invariant(),
                  verdict.held() ? "held" : "BROKEN: " + verdict.findings().size()));
      verdict.findings().stream()
          .limit(FINDINGS_SHOWN)
          .map(Finding::toString)
          .forEach(finding -> text.append("      ").append(finding).append('\n'));
    }
    return text.append(held() ? "Green.\n" : "RED.\n").toString();
  }

  private static String machine() {
    return "%d processors, %s %s, Java %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.version());
  }

  private static <T> Map<String, Long> count(
      List<T> all, java.util.function.Function<T, String> kind) {
    return all.stream().collect(Collectors.groupingBy(kind, TreeMap::new, Collectors.counting()));
  }
}
