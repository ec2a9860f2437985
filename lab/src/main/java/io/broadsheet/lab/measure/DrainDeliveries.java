package io.broadsheet.lab.measure;

import java.time.Duration;
import java.util.Map;

/**
 * How fast the publisher posts a backlog to a target that answers at once, with the largest {@code
 * max-in-flight}.
 */
final class DrainDeliveries implements Measurement {

  private static final int DELIVERIES = 20_000;
  private static final int MAX_IN_FLIGHT = 128;
  private static final int WARM_UPS = 4;
  private static final int RUNS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @Override
  public String name() {
    return "drain-deliveries";
  }

  @Override
  public void measure(Bench bench, Report report) {
    try (Paper paper = Paper.open(bench, "drain_deliveries")) {
      Map<String, String> settings = SandboxTarget.TELEGRAM.settings(bench, MAX_IN_FLIGHT);
      settings.put("broadsheet.delivery.slow-poll", "1s");
      ServiceProcess publisher = paper.publisher(1, settings);
      Backlog backlog = new Backlog(paper, new Posts(paper, Posts.ONE_KILOBYTE));
      report.progress(name(), "warms up with " + WARM_UPS * DELIVERIES + " deliveries");
      for (int i = 0; i < WARM_UPS; i++) {
        backlog.pileUp(DELIVERIES);
        backlog.drain(LIMIT);
      }
      for (int i = 0; i < RUNS; i++) {
        backlog.pileUp(DELIVERIES);
        publisher.forgetPeak();
        Usage usage = new Usage(bench, publisher);
        report.rate(
            name(),
            "deliveries from the first claim to the last posted",
            DELIVERIES,
            backlog.drain(LIMIT));
        report.figure(name(), "processor time of one delivery", usage.each(DELIVERIES));
        report.figure(
            name(),
            "publisher's peak of resident memory meanwhile",
            publisher.peakMegabytes() + " MB");
      }
    }
  }
}
