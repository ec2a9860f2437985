package io.broadsheet.lab.measure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** How long after a post's commit its event is in Kafka, and its delivery is {@code posted}. */
final class Latency implements Measurement {

  private static final int PER_SECOND = 50;
  private static final int WARM_UP = 40 * PER_SECOND;
  private static final int MEASURED = 40 * PER_SECOND;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  // A row's xmin is the transaction that wrote it last: its insert, or what made it posted.
  private static final String COMMITS =
      """
      select o.id, pg_xact_commit_timestamp(o.xmin), pg_xact_commit_timestamp(d.xmin)
      from generator.outbox o join publisher.delivery d on d.event_id = o.id
      where d.state = 'posted' order by o.seq desc limit %d
      """;

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public void measure(Bench bench, Report report) {
    try (Paper paper = Paper.open(bench, "latency");
        TopicWatch topic = new TopicWatch(bench.bootstrapServers())) {
      paper.publisher(1, SandboxTarget.TELEGRAM.settings(bench, 1));
      paper.generator(1, SandboxTarget.TELEGRAM.settings(bench, 1));
      report.progress(name(), (WARM_UP + MEASURED) / PER_SECOND + " s at " + PER_SECOND + "/s");
      Posts posts = new Posts(paper, Posts.ONE_KILOBYTE);
      publishSteadily(paper, posts, WARM_UP + MEASURED);
      topic.await(WARM_UP + MEASURED, LIMIT);
      paper.await(
          Integer.toString(WARM_UP + MEASURED),
          "select count(*) from publisher.delivery where state = 'posted'",
          LIMIT);
      tell(paper, topic.arrivals(), report);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void publishSteadily(Paper paper, Posts posts, int count) throws SQLException {
    try (Connection connection = paper.connect()) {
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        long due = start + i * (1_000_000_000L / PER_SECOND);
        LockSupport.parkNanos(due - System.nanoTime());
        posts.publishOne(connection);
      }
    }
  }

  private void tell(Paper paper, Map<UUID, Instant> arrivals, Report report) throws SQLException {
    List<Duration> toKafka = new ArrayList<>();
    List<Duration> toPosted = new ArrayList<>();
    try (Connection connection = paper.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(COMMITS.formatted(MEASURED))) {
      while (rows.next()) {
        Instant committed = rows.getTimestamp(2).toInstant();
        toKafka.add(Duration.between(committed, arrivals.get(rows.getObject(1, UUID.class))));
        toPosted.add(Duration.between(committed, rows.getTimestamp(3).toInstant()));
      }
    }
    report.latency(name(), "commit to Kafka at " + PER_SECOND + " posts/s", toKafka);
    report.latency(name(), "commit to posted at " + PER_SECOND + " posts/s", toPosted);
  }
}
