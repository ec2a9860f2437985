package io.broadsheet.lab.measure;

import java.time.Duration;
import java.util.Map;

/**
 * The publisher's resident memory at rest, and while it takes in and posts a backlog of a topic.
 */
final class Memory implements Measurement {

  private static final int EVENTS = 20_000;
  private static final int LARGE_EVENTS = 2_000;
  private static final int LARGE = 50_000;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public void measure(Bench bench, Report report) {
    drain(bench, report, "memory_small", EVENTS, Posts.ONE_KILOBYTE, "events of 1 KB");
    drain(bench, report, "memory_large", LARGE_EVENTS, LARGE, "events of 50 KB");
  }

  private void drain(
      Bench bench, Report report, String database, int events, int body, String what) {
    try (Paper paper = Paper.open(bench, database);
        TopicWatch topic = new TopicWatch(bench.bootstrapServers())) {
      Map<String, String> settings = SandboxTarget.TELEGRAM.settings(bench, 50);
      ServiceProcess generator = paper.generator(1, settings);
      new Posts(paper, body).publish(events);
      topic.await(events, LIMIT);
      ServiceProcess publisher = paper.publisher(1, settings);
      paper.await(
          Integer.toString(events),
          "select count(*) from publisher.delivery where state = 'posted'",
          LIMIT);
      String microseconds =
          paper.ask(
              "select (extract(epoch from max(posted_at) - min(received_at)) * 1e6)::bigint"
                  + " from publisher.delivery");
      report.rate(
          name(),
          what + ", from the topic to posted, publisher just started",
          events,
          Duration.ofNanos(Long.parseLong(microseconds) * 1_000));
      report.figure(
          name(),
          what + ": most resident memory",
          "publisher "
              + publisher.peakMegabytes()
              + " MB, generator "
              + generator.peakMegabytes()
              + " MB");
    }
  }
}
