package io.broadsheet.lab.scenario;

import io.broadsheet.lab.audit.Auditor;
import io.broadsheet.lab.audit.DatabaseEvidence;
import io.broadsheet.lab.audit.Evidence;
import io.broadsheet.lab.audit.Evidence.Paper;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.lab.audit.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Plays scenarios, so many at a time, until each is at rest; then everything is audited. */
final class Troupe implements AutoCloseable {

  private static final int AT_A_TIME = 100;
  private static final Duration LOOK = Duration.ofMillis(300);

  /** Twice in a row: who was frozen does then what it meant to do. */
  private static final int LOOKS_AT_REST = 2;

  /** Whoever has yet to meet a fault may be the replica that lost a race, and pauses for 1 s. */
  private static final int LOOKS_FOR_FAULTS = 15;

  private final Stage stage;
  private final Product product;
  private final Coverage coverage = new Coverage();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Scenario> scenarios = new ArrayList<>();
  private final Thread.UncaughtExceptionHandler usual = Thread.getDefaultUncaughtExceptionHandler();
  private int next;

  /**
   * @param first the number of its first scenario, 1000 or more; no other troupe on the stage has
   *     it or the following
   */
  Troupe(Stage stage, Product product, int first) {
    this.stage = stage;
    this.product = product;
    this.next = first;
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          if (!(failure instanceof Crashed)) {
            failure.printStackTrace();
          }
        });
  }

  Coverage coverage() {
    return coverage;
  }

  /** Adds one scenario, and returns it. */
  Scenario add(LabChannel channel, List<Fault> faults) {
    Scenario scenario = new Scenario(stage, threads, product, channel, next++, faults, coverage);
    scenarios.add(scenario);
    return scenario;
  }

  List<Scenario> scenarios() {
    return scenarios;
  }

  /**
   * Plays them.
   *
   * @param patience how long they may take together
   * @return those that did not come to rest
   */
  List<Scenario> play(Duration patience) throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    Queue<Scenario> waiting = new ArrayDeque<>(scenarios);
    List<Scenario> playing = new ArrayList<>();
    Map<Scenario, Integer> looksAtRest = new HashMap<>();
    while (!waiting.isEmpty() || !playing.isEmpty()) {
      while (playing.size() < AT_A_TIME && !waiting.isEmpty()) {
        Scenario scenario = waiting.remove();
        scenario.begin();
        playing.add(scenario);
      }
      Thread.sleep(LOOK.toMillis());
      Set<UUID> moving = moving();
      for (Iterator<Scenario> each = playing.iterator(); each.hasNext(); ) {
        Scenario scenario = each.next();
        boolean atRest = !moving.contains(scenario.post()) && !scenario.isFrozen();
        int looks = atRest ? looksAtRest.merge(scenario, 1, Integer::sum) : 0;
        if (!atRest) {
          looksAtRest.remove(scenario);
        } else if (looks >= (scenario.unmet().isEmpty() ? LOOKS_AT_REST : LOOKS_FOR_FAULTS)) {
          threads.execute(scenario::end);
          each.remove();
        }
      }
      if (System.nanoTime() - deadline > 0) {
        playing.forEach(scenario -> threads.execute(scenario::end));
        playing.addAll(waiting);
        return playing;
      }
    }
    return List.of();
  }

  private Set<UUID> moving() throws SQLException {
    try (Connection connection = stage.owner();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select post_id from publisher.delivery"
                    + " where state not in ('posted', 'parked') or lease_until is not null")) {
      Set<UUID> moving = new HashSet<>();
      while (rows.next()) {
        moving.add(rows.getObject(1, UUID.class));
      }
      return moving;
    }
  }

  /** What the auditor says of them. */
  List<Verdict> audit() throws SQLException {
    Map<String, Place> places = new HashMap<>();
    Set<UUID> posts = new HashSet<>();
    for (Scenario scenario : scenarios) {
      places.putAll(scenario.places());
      posts.addAll(scenario.posts());
    }
    DatabaseEvidence all;
    try (Connection connection = stage.owner()) {
      all = DatabaseEvidence.read(connection);
    }
    // Other troupes have played on the same stage.
    return new Auditor()
        .audit(
            new Evidence(
                new Paper(Set.of("ru"), places, Map.of(), Set.of()),
                all.posts().stream().filter(post -> posts.contains(post.id())).toList(),
                all.outbox().stream().filter(one -> posts.contains(one.postId())).toList(),
                all.commands(),
                all.deadLetters(),
                all.deliveries().stream()
                    .filter(one -> posts.contains(one.key().postId()))
                    .toList(),
                all.parts(),
                all.attempts().stream().filter(one -> posts.contains(one.key().postId())).toList(),
                all.targets().stream().filter(one -> places.containsKey(one.target())).toList(),
                stage.sandbox().effects(),
                stage.sandbox().requests(),
                Optional.empty()));
  }

  @Override
  public void close() {
    threads.shutdown();
    Thread.setDefaultUncaughtExceptionHandler(usual);
  }
}
