package io.broadsheet.lab.measure;

import io.broadsheet.embedded.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** How long rows wait when the relay's holder dies or freezes, or its slot is dropped. */
final class TakeOver implements Measurement {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ROWS = 200;

  @Override
  public String name() {
    return "takeover";
  }

  @Override
  public void measure(Bench bench, Report report) {
    killed(bench, report);
    frozen(bench, report);
    dropped(bench, report);
  }

  private void killed(Bench bench, Report report) {
    try (Paper paper = Paper.open(bench, "killed");
        TopicWatch topic = new TopicWatch(bench.bootstrapServers())) {
      ServiceProcess holder = holderAndStandby(bench, paper, topic);
      holder.kill();
      report.figure(
          name(), "from kill -9 of the holder to the next row in Kafka", next(paper, topic));
    }
  }

  private void frozen(Bench bench, Report report) {
    try (Paper paper = Paper.open(bench, "frozen");
        TopicWatch topic = new TopicWatch(bench.bootstrapServers())) {
      ServiceProcess holder = holderAndStandby(bench, paper, topic);
      holder.signal("STOP");
      try {
        report.figure(
            name(), "from SIGSTOP of the holder to the next row in Kafka", next(paper, topic));
      } finally {
        holder.signal("CONT");
      }
    }
  }

  // Rows are committed without a pause while the slot is gone: nothing streams those again.
  private void dropped(Bench bench, Report report) {
    try (Paper paper = Paper.open(bench, "dropped");
        TopicWatch topic = new TopicWatch(bench.bootstrapServers())) {
      Map<String, String> settings = SandboxTarget.TELEGRAM.settings(bench, 8);
      paper.publisher(1, settings);
      paper.generator(1, settings);
      Posts posts = new Posts(paper, Posts.ONE_KILOBYTE);
      posts.publish(1);
      topic.await(1, LIMIT);
      Instant begin = Instant.now();
      paper.execute(
          """
          do $$
          begin
            perform pg_terminate_backend(active_pid) from pg_replication_slots
              where slot_name = '%1$s' and active_pid is not null;
            for i in 1 .. 400 loop
              begin
                perform pg_drop_replication_slot('%1$s');
                return;
              exception when object_in_use then
                perform pg_sleep(0.005);
              end;
            end loop;
          end $$
          """
              .formatted(paper.name()));
      try (Connection connection = paper.connect()) {
        for (int i = 0; i < ROWS; i++) {
          posts.publishOne(connection);
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      topic.await(ROWS + 1, LIMIT);
      report.figure(
          name(),
          "from the drop of the slot until all rows are in Kafka, " + ROWS + " committed meanwhile",
          seconds(Duration.between(begin, topic.last())));
      paper.await(
          Integer.toString(ROWS + 1),
          "select count(*) from publisher.delivery where state = 'posted'",
          LIMIT);
      report.figure(
          name(),
          "the same until all are posted",
          paper.ask(
              "select round(extract(epoch from max(posted_at) - '"
                  + begin
                  + "'::timestamptz), 2) || ' s' from publisher.delivery"));
    }
  }

  private static ServiceProcess holderAndStandby(Bench bench, Paper paper, TopicWatch topic) {
    ServiceProcess holder = paper.generator(1, Map.of());
    Posts posts = new Posts(paper, Posts.ONE_KILOBYTE);
    posts.publish(1);
    topic.await(1, LIMIT);
    ServiceProcess standby = paper.generator(2, Map.of());
    Waiting.until(
        LIMIT,
        () -> LocalHttp.get(standby.port(), "/api/relay").path("role").asText().equals("standby"),
        () -> "the second generator does not stand by");
    return holder;
  }

  private static String next(Paper paper, TopicWatch topic) {
    Instant begin = Instant.now();
    UUID row =
        UUID.fromString(
            paper.ask(
                """
                insert into generator.outbox (destination, target, aggregate_id, type, payload)
                values ('post.telegram', 'telegram-ru', gen_random_uuid(), 'post', '{}') returning id
                """));
    Waiting.until(
        LIMIT,
        Duration.ofMillis(20),
        () -> topic.arrivals().containsKey(row),
        () -> "the row is not in Kafka");
    return seconds(Duration.between(begin, topic.arrivals().get(row)));
  }

  private static String seconds(Duration duration) {
    return String.format(java.util.Locale.ROOT, "%.2f s", duration.toMillis() / 1e3);
  }
}
