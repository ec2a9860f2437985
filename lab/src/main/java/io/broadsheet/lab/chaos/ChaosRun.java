package io.broadsheet.lab.chaos;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.lab.SandboxClient;
import io.broadsheet.lab.SandboxClient.Rule;
import io.broadsheet.lab.audit.Auditor;
import io.broadsheet.lab.audit.DatabaseEvidence;
import io.broadsheet.lab.audit.Evidence;
import io.broadsheet.lab.audit.TopicReader;
import io.broadsheet.lab.chaos.FaultPlan.Planned;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** One run on a stack that stands: faults while posts are made and orders given, rest, audit. */
final class ChaosRun {

  private static final Duration FIRST_POSTS = Duration.ofMinutes(1);
  private static final Duration REST_LIMIT = Duration.ofMinutes(5);
  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(30);
  private static final Duration MARGIN = Duration.ofSeconds(1);
  private static final Duration ROUTINE_LIMIT = Duration.ofMinutes(2);
  private static final Duration BETWEEN_BURSTS = Duration.ofSeconds(3);
  private static final Duration BETWEEN_ORDERS = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int EDITIONS_PER_BURST = 4;
  private static final int BURSTS_PER_ORDER = 8;

  private final ChaosStack stack;
  private final ChaosPaper paper;
  private final SandboxClient sandbox;
  private final ChaosLog log;
  private final long seed;
  private final boolean withOrders;

  /**
   * @param seed of the faults, the posts and the operators' orders
   * @param withOrders whether operators give orders meanwhile
   */
  ChaosRun(ChaosStack stack, ChaosPaper paper, ChaosLog log, long seed, boolean withOrders) {
    this.stack = stack;
    this.paper = paper;
    this.sandbox = new SandboxClient(stack.ports().sandboxUrl());
    this.log = log;
    this.seed = seed;
    this.withOrders = withOrders;
  }

  /**
   * Runs.
   *
   * @param length how long faults go on
   * @param description seed, length and replicas, for the report
   */
  ChaosReport run(Duration length, String description, String commit)
      throws InterruptedException, SQLException {
    Editions editions = new Editions(stack, LocalDate.now());
    editions.moveInstallationBack();
    Bursts bursts = new Bursts(stack, paper, seed);
    Routine newsroom =
        new Routine(
            "newsroom",
            n -> {
              if (n % BURSTS_PER_ORDER == 0) {
                editions.order();
              }
              bursts.burst(EDITIONS_PER_BURST);
            },
            BETWEEN_BURSTS,
            seed);
    newsroom.start();
    RestWatch watch = new RestWatch(stack, editions, log);
    watch.awaitFirstPosts(paper.forAudit().places().size(), FIRST_POSTS);
    Operators operators =
        new Operators(
            new OperatorApi(stack.ports().generatorUrls()),
            paper.targets(),
            Arrays.stream(ChannelKind.values()).map(ChannelKind::wireName).toList(),
            seed,
            length,
            LONGEST_PAUSE);
    Routine orders = new Routine("operators", operators::act, BETWEEN_ORDERS, seed);
    if (withOrders) {
      orders.start();
    }
    FaultInjector injector = new FaultInjector(stack, sandbox, log);
    misbehave(length, injector);
    newsroom.end(ROUTINE_LIMIT);
    orders.end(ROUTINE_LIMIT);
    List<String> ended = injector.endAll();
    List<Rule> rules = sandbox.rules();
    sandbox.clearFaults();
    sandbox.requests();
    log.line("the faults are over: " + injector.tally().done());
    long over = System.nanoTime();
    Optional<Duration> rest = watch.await(REST_LIMIT);
    List<String> unwell = new HealthWatch(stack.urls()).await(HEALTH_LIMIT);
    awaitLateEffects(over);
    Evidence evidence = evidence();
    return new ChaosReport(
        description,
        commit,
        injector.tally(),
        rules,
        Stream.of(
                newsroom.death().map(why -> "the newsroom died: " + why).stream(),
                orders.death().map(why -> "the operators died: " + why).stream(),
                ended.stream().map(what -> what + " was down though every fault had ended"),
                unwell.stream())
            .flatMap(Function.identity())
            .toList(),
        withOrders ? Optional.of(operators.tally()) : Optional.empty(),
        rest,
        evidence,
        new Auditor().audit(evidence));
  }

  private void misbehave(Duration length, FaultInjector injector) throws InterruptedException {
    FaultPlan plan = new FaultPlan(seed);
    long end = System.nanoTime() + length.toNanos();
    int begun = 0;
    while (true) {
      Planned fault = plan.next(stack.ports().replicas());
      long left = end - System.nanoTime();
      if (left <= fault.after().toNanos()) {
        return;
      }
      Thread.sleep(fault.after().toMillis());
      injector.inject(fault);
      if (++begun % 50 == 0) {
        log.line(begun + " faults, " + left / 1_000_000_000 + " s to go");
      }
      // The sandbox forgets all but the last of them.
      sandbox.requests();
    }
  }

  // A call can have its effect after everything is at rest: one that was repeated by its key.
  private static void awaitLateEffects(long over) throws InterruptedException {
    long left = FaultPlan.LATEST.toNanos() + MARGIN.toNanos() - (System.nanoTime() - over);
    if (left > 0) {
      Thread.sleep(Duration.ofNanos(left).toMillis());
    }
  }

  private Evidence evidence() throws SQLException {
    DatabaseEvidence database;
    try (Connection connection = stack.owner()) {
      database = DatabaseEvidence.read(connection);
    }
    return new Evidence(
        paper.forAudit(),
        database.posts(),
        database.outbox(),
        database.commands(),
        database.deadLetters(),
        database.deliveries(),
        database.parts(),
        database.attempts(),
        database.targets(),
        sandbox.effects(),
        sandbox.requests(),
        Optional.of(new TopicReader(stack.ports().bootstrapServers()).read()));
  }
}
