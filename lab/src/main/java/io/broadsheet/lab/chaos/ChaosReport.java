package io.broadsheet.lab.chaos;

import io.broadsheet.lab.SandboxClient.Rule;
import io.broadsheet.lab.audit.Evidence;
import io.broadsheet.lab.audit.Finding;
import io.broadsheet.lab.audit.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a run came to.
 *
 * @param run seed, length and replicas, in words
 * @param commit of the code under test
 * @param faults what became of the plan
 * @param rules the faults of the APIs, with how many calls each hit
 * @param deaths what was to go on and did not, and why: routines, processes, replicas that are not
 *     live and ready at the end
 * @param orders what operators ordered; empty if they were to order nothing
 * @param timeToRest from the end of the last fault; empty if it did not come to rest
 * @param evidence what was audited
 * @param verdicts on each invariant
 */
record ChaosReport(
    String run,
    String commit,
    FaultTally faults,
    List<Rule> rules,
    List<String> deaths,
    Optional<OrderTally> orders,
    Optional<Duration> timeToRest,
    Evidence evidence,
    List<Verdict> verdicts) {

  private static final int FINDINGS_SHOWN = 20;
  private static final Duration REST = Duration.ofSeconds(60);
  private static final String LATE_EFFECT = "late-effect";

  /** Whether every invariant held in a run that could have broken it. */
  boolean held() {
    return objections().isEmpty() && verdicts.stream().allMatch(Verdict::held);
  }

  /** Why the run proves less than it should, whatever the auditor says; empty if it does not. */
  List<String> objections() {
    List<String> objections = new ArrayList<>();
    faults.failures().forEach(failure -> objections.add("a fault failed: " + failure));
    if (!faults.missing().isEmpty()) {
      objections.add("planned, and never done: " + faults.missing());
    }
    Map<String, Integer> hits = hits();
    hits.putIfAbsent(LATE_EFFECT, 0);
    hits.forEach(
        (fault, calls) -> {
          if (calls == 0) {
            objections.add("no call was hit by " + fault);
          }
        });
    objections.addAll(deaths);
    orders.ifPresent(tally -> objections.addAll(tally.objections(evidence.commands())));
    if (editions(true) == 0) {
      objections.add("no burst published a post");
    }
    if (editions(false) == 0) {
      objections.add("no ordered edition was published");
    }
    if (timeToRest.isEmpty()) {
      objections.add("it did not come to rest");
    }
    timeToRest
        .filter(time -> time.compareTo(REST) > 0)
        .ifPresent(time -> objections.add("rest took more than " + REST.toSeconds() + " s"));
    long lastSeq = evidence.requests().stream().mapToLong(Evidence.Request::seq).max().orElse(0);
    if (lastSeq > evidence.requests().size()) {
      objections.add(
          (lastSeq - evidence.requests().size())
              + " requests were forgotten before they were read");
    }
    return objections;
  }

  private Map<String, Integer> hits() {
    return rules.stream()
        .collect(
            Collectors.groupingBy(Rule::fault, TreeMap::new, Collectors.summingInt(Rule::hits)));
  }

  private long editions(boolean ofBursts) {
    return evidence.posts().stream()
        .filter(post -> Bursts.made(post) == ofBursts)
        .map(Evidence.Post::editionDate)
        .distinct()
        .count();
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("\nChaos run: ").append(run).append('\n');
    text.append("Commit:    ").append(commit).append('\n');
    text.append("Machine:   ").append(machine()).append('\n');
    long rulesThatHit = rules.stream().filter(rule -> rule.hits() > 0).count();
    text.append(
        "Faults:    %d: %d of processes, %d of APIs that hit a call (of %d)%n"
            .formatted(
                faults.ofProcesses() + rulesThatHit,
                faults.ofProcesses(),
                rulesThatHit,
                rules.size()));
    text.append("           done of planned: ").append(doneOfPlanned()).append('\n');
    text.append("           calls hit: ").append(hits()).append('\n');
    text.append(
        "Posts:     %d (editions of bursts %d, ordered %d), deliveries %d %s, effects %s, attempts %d%n"
            .formatted(
                evidence.posts().size(),
                editions(true),
                editions(false),
                evidence.deliveries().size(),
                count(evidence.deliveries(), Evidence.Delivery::state),
                count(evidence.effects(), effect -> effect.place().api()),
                evidence.attempts().size()));
    text.append(
        "Records:   %d on the topics for %d outbox rows, dead letters %d%n"
            .formatted(
                evidence.records().map(List::size).orElse(0),
                evidence.outbox().size(),
                evidence.deadLetters().size()));
    orders.ifPresent(
        tally -> text.append("Orders:    ").append(tally.text(evidence.commands())).append('\n'));
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
    objections().forEach(objection -> text.append("  OBJECTION: ").append(objection).append('\n'));
    return text.append(held() ? "Green.\n" : "RED.\n").toString();
  }

  private String doneOfPlanned() {
    return faults.planned().entrySet().stream()
        .map(
            due ->
                "%s %d/%d"
                    .formatted(
                        due.getKey(), faults.done().getOrDefault(due.getKey(), 0), due.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String machine() {
    return "%d processors, %s %s, Java %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.version());
  }

  private static <T> Map<String, Long> count(List<T> all, Function<T, String> kind) {
    return all.stream().collect(Collectors.groupingBy(kind, TreeMap::new, Collectors.counting()));
  }
}
