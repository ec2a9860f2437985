package io.broadsheet.lab.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** How fast the relay brings a backlog of the outbox to Kafka, in a JVM that is warm. */
final class DrainRelay implements Measurement {

  private static final int ROWS = 20_000;
  private static final int WARM_UPS = 3;
  private static final int RUNS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Override
  public String name() {
    return "drain-relay";
  }

  @Override
  public void measure(Bench bench, Report report) {
    try (Paper paper = Paper.open(bench, "drain_relay");
        TopicWatch topic = new TopicWatch(bench.bootstrapServers())) {
      // Nobody settles these rows: the reconciler would send them again.
      ServiceProcess generator =
          paper.generator(1, Map.of("broadsheet.relay.reconcile-after", "2h"));
      Posts posts = new Posts(paper, Posts.ONE_KILOBYTE);
      report.progress(name(), "warms up with " + WARM_UPS * ROWS + " rows");
      for (int i = 0; i < WARM_UPS; i++) {
        oneTransaction(posts, topic);
      }
      for (int i = 0; i < RUNS; i++) {
        report.rate(
            name(),
            "rows of 1 KB, each committed by itself while the relay is stopped",
            ROWS,
            ownTransactions(posts, topic, generator));
      }
      for (int i = 0; i < RUNS; i++) {
        report.rate(
            name(),
            "rows of 1 KB in one transaction, from its commit to the last record",
            ROWS,
            oneTransaction(posts, topic));
      }
      report.figure(
          name(), "generator's peak of resident memory", generator.peakMegabytes() + " MB");
    }
  }

  private static Duration oneTransaction(Posts posts, TopicWatch topic) {
    topic.forget();
    posts.rows(ROWS, false);
    Instant committed = Instant.now();
    topic.await(ROWS, LIMIT);
    return Duration.between(committed, topic.last());
  }

  // Shorter than wal_sender_timeout, so that it goes on with the same connection.
  private static Duration ownTransactions(Posts posts, TopicWatch topic, ServiceProcess generator) {
    topic.forget();
    generator.signal("STOP");
    try {
      posts.rows(ROWS, true);
    } finally {
      generator.signal("CONT");
    }
    Instant continued = Instant.now();
    topic.await(ROWS, LIMIT);
    return Duration.between(continued, topic.last());
  }
}
