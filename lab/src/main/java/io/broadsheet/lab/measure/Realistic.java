package io.broadsheet.lab.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A target as it is on a bad day: it answers after 200 ms, loses one answer in a hundred after the
 * effect, and refuses one call in twenty for two seconds; 50 calls at a time. And the same without
 * the refusals.
 */
final class Realistic implements Measurement {

  private static final int DELIVERIES = 2_000;
  private static final Duration LIMIT = Duration.ofMinutes(10);
  // A request may have been on its way when the refusal arrived.
  private static final Duration ON_ITS_WAY = Duration.ofMillis(100);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private static final String JOURNAL = "/sandbox/journal?api=webhook";
  private static final String SLOW =
      "{\"api\":\"webhook\",\"method\":\"deliver\",\"probability\":1.0,"
          + "\"fault\":\"slow\",\"delayMs\":200}";
  private static final String LOST =
      "{\"api\":\"webhook\",\"method\":\"deliver\",\"probability\":0.01,"
          + "\"fault\":\"reset-after-effect\"}";
  private static final String REFUSED =
      "{\"api\":\"webhook\",\"method\":\"deliver\",\"probability\":0.05,"
          + "\"fault\":\"throttle\",\"retryAfter\":2}";

  @Override
  public String name() {
    return "realistic";
  }

  @Override
  public void measure(Bench bench, Report report) {
    run(bench, report, "no target throttled", List.of(LOST, SLOW));
    run(bench, report, "5 % refused for 2 s", List.of(REFUSED, LOST, SLOW));
  }

  private void run(Bench bench, Report report, String variant, List<String> faults) {
    try (Paper paper = Paper.open(bench, "realistic_" + faults.size())) {
      Map<String, String> settings = SandboxTarget.WEBHOOK.settings(bench, 50);
      settings.put("broadsheet.delivery.slow-poll", "1s");
      paper.publisher(1, settings);
      Backlog backlog =
          new Backlog(paper, new Posts(paper, SandboxTarget.WEBHOOK, Posts.ONE_KILOBYTE));
      report.progress(name(), variant + ": warms up");
      backlog.pileUp(DELIVERIES);
      backlog.drain(LIMIT);
      backlog.pileUp(DELIVERIES);
      // The sandbox is not reset: message ids would be given out twice.
      Instant begin = Instant.now();
      int before = LocalHttp.get(bench.sandboxPort(), JOURNAL).size();
      LocalHttp.post(bench.sandboxPort(), "/sandbox/faults", "[" + String.join(",", faults) + "]");
      report.rate(name(), variant + ": deliveries", DELIVERIES, backlog.drain(LIMIT));
      effects(bench, report, variant, before);
      if (faults.contains(REFUSED)) {
        waits(bench, paper, report, variant, begin);
      }
    }
  }

  private void effects(Bench bench, Report report, String variant, int before) {
    JsonNode journal = LocalHttp.get(bench.sandboxPort(), JOURNAL);
    Set<String> deliveries = new HashSet<>();
    journal.forEach(effect -> deliveries.add(effect.path("id").asText()));
    int expected = before + DELIVERIES;
    report.figure(
        name(),
        variant + ": effects missing, effects doubled",
        (expected - deliveries.size()) + ", " + (journal.size() - deliveries.size()));
  }

  private void waits(Bench bench, Paper paper, Report report, String variant, Instant begin) {
    List<Instant> calls = new ArrayList<>();
    List<Instant> refusals = new ArrayList<>();
    for (JsonNode request : LocalHttp.get(bench.sandboxPort(), "/sandbox/requests")) {
      Instant at = Instant.parse(request.path("at").asText());
      if (request.path("method").asText().equals("deliver") && at.isAfter(begin)) {
        calls.add(at);
        if (request.path("status").asInt() == 429) {
          refusals.add(at);
        }
      }
    }
    report.figure(
        name(),
        variant + ": refusals, requests to the target before their time was up",
        refusals.size() + ", " + undercut(calls, refusals));
    report.figure(
        name(),
        variant + ": claims of a refused post before its time was up",
        paper.ask(
            """
            select count(*) from publisher.attempt refused
            join publisher.attempt next using (post_id, target, generation)
            where refused.outcome = 'throttled' and next.kind = 'call' and next.outcome <> 'released'
              and next.started_at > refused.started_at
              and next.started_at < refused.ended_at + interval '2 seconds'
            """));
  }

  /** Requests that came more than 100 ms after a refusal and less than its 2 s. */
  static long undercut(List<Instant> calls, List<Instant> refusals) {
    return calls.stream()
        .filter(
            call ->
                refusals.stream()
                    .map(refusal -> Duration.between(refusal, call))
                    .anyMatch(
                        since ->
                            since.compareTo(ON_ITS_WAY) > 0 && since.compareTo(RETRY_AFTER) < 0))
        .count();
  }
}
