package io.broadsheet.lab.measure;

import io.broadsheet.embedded.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/**
 * What both services cost while nothing happens, by {@code relay.mode}. In {@code poll} mode the
 * window lies between two quarter hours, if it can.
 */
final class Rest implements Measurement {

  private static final Duration SETTLING = Duration.ofSeconds(45);

  // The measuring itself is left out; so are the walsender's commands, which are no SQL.
  private static final String STATEMENTS =
      """
      select coalesce(sum(calls), 0) from pg_stat_statements s
      join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid
      where d.datname = current_database() and r.rolname <> 'postgres'
      """;

  private final Duration window;

  /**
   * @param window how long to watch
   */
  Rest(Duration window) {
    this.window = window;
  }

  @Override
  public String name() {
    return "rest";
  }

  @Override
  public void measure(Bench bench, Report report) {
    try (Paper paper = Paper.open(bench, "rest_cdc")) {
      watch(bench, report, paper, "cdc");
    }
    try (Paper paper = Paper.openWithoutSlot(bench, "rest_poll")) {
      watch(bench, report, paper, "poll");
    }
  }

  private void watch(Bench bench, Report report, Paper paper, String mode) {
    Map<String, String> settings = SandboxTarget.TELEGRAM.settings(bench, 1);
    settings.put("broadsheet.relay.mode", mode);
    ServiceProcess publisher = paper.publisher(1, settings);
    ServiceProcess generator = paper.generator(1, settings);
    paper.execute("create extension if not exists pg_stat_statements");
    report.progress(name(), mode + ": settles, then is watched for " + window.toSeconds() + " s");
    pass(SETTLING);
    if (mode.equals("poll")) {
      awaitQuiet(report);
    }
    Instant begin = Instant.now();
    long statements = Long.parseLong(paper.ask(STATEMENTS));
    String position = paper.ask("select pg_current_wal_insert_lsn()");
    Duration generatorBefore = generator.processorTime();
    Duration publisherBefore = publisher.processorTime();
    pass(window);
    report.figure(name(), mode + ": was watched", second(begin) + " to " + second(Instant.now()));
    report.figure(
        name(),
        mode + ": processor, of one core",
        String.format(
            Locale.ROOT,
            "generator %.2f %%, publisher %.2f %%",
            share(generator.processorTime().minus(generatorBefore)),
            share(publisher.processorTime().minus(publisherBefore))));
    long made = Long.parseLong(paper.ask(STATEMENTS)) - statements;
    report.figure(
        name(),
        mode + ": SQL statements of both services",
        String.format(
            Locale.ROOT,
            "%d in %d s (%.0f a minute)",
            made,
            window.toSeconds(),
            made * 60.0 / window.toSeconds()));
    long bytes =
        Long.parseLong(
            paper.ask("select (pg_current_wal_insert_lsn() - '" + position + "'::pg_lsn)::bigint"));
    report.figure(
        name(),
        mode + ": WAL of the whole server",
        String.format(Locale.ROOT, "%.2f MB an hour", bytes * 3600.0 / window.toSeconds() / 1e6));
    report.figure(
        name(),
        mode + ": resident memory",
        "generator "
            + generator.residentMegabytes()
            + " MB, publisher "
            + publisher.residentMegabytes()
            + " MB");
  }

  // All that is slow looks once a quarter of an hour: a window across that would tell of it alone.
  private void awaitQuiet(Report report) {
    Instant now = Instant.now();
    Duration wait = QuietWindow.wait(window, now);
    if (!wait.isZero()) {
      report.progress(
          name(), "poll: waits until " + second(now.plus(wait)) + ", after the quarter of an hour");
      pass(wait);
    }
  }

  private static Instant second(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS);
  }

  private double share(Duration processor) {
    return 100.0 * processor.toMillis() / window.toMillis();
  }

  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    Waiting.until(
        time.plusSeconds(10),
        Duration.ofMillis(250),
        () -> System.nanoTime() - end >= 0,
        () -> "the time does not pass");
  }
}
