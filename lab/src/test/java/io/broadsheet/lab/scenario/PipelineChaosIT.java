package io.broadsheet.lab.scenario;

import static io.broadsheet.lab.scenario.Fault.Kind.CRASH;
import static io.broadsheet.lab.scenario.Fault.Kind.FREEZE;
import static io.broadsheet.lab.scenario.Fault.Kind.LOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.TestStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tier 1 from the publish transaction to the inbox: faults at every point between two of its steps,
 * then pairs of them by a seed, and the reconciler makes good what the stream lost. {@code
 * -Dlab.seed} repeats the pairs, {@code -Dlab.pairs} makes more of them.
 */
class PipelineChaosIT {

  private static final long SEED = Long.getLong("lab.seed", new Random().nextInt(1_000_000));
  private static final int PAIRS = Integer.getInteger("lab.pairs", 12);

  private static final List<Fault> PUBLISHING = at("PublishTransaction", CRASH, LOST, FREEZE);
  private static final List<Fault> RELAYING = at(Pipeline.STREAM, CRASH, LOST, FREEZE);
  private static final List<Fault> RECONCILING =
      Stream.of("ReconcilerLease", "UnsettledRows")
          .flatMap(step -> at(step, CRASH, LOST, FREEZE).stream())
          .toList();
  // In its first run only, and then after an hour: not for pairs, and before the others.
  private static final List<Fault> TRIMMING = at("OutboxRetention", CRASH, LOST, FREEZE);

  private static final List<Fault> TAKING_IN =
      Stream.of("Deposit", PipelineInbox.COMMIT)
          .flatMap(step -> at(step, CRASH, LOST, FREEZE).stream())
          .toList();

  private static List<Fault> at(String step, Fault.Kind... kinds) {
    List<Fault> faults = new ArrayList<>();
    for (Fault.Kind kind : kinds) {
      faults.add(new Fault(FaultPoint.before(step), kind));
      faults.add(new Fault(FaultPoint.after(step), kind));
    }
    return faults;
  }

  @BeforeEach
  void forgetOthersEvents() {
    TestStack.shared().emptyBroker();
  }

  // All that are no edition's own come with the first.
  private static List<Armament> singles(List<Fault> reconciling, List<Fault> takingIn) {
    List<Armament> editions = new ArrayList<>();
    for (Fault fault : PUBLISHING) {
      editions.add(
          editions.isEmpty()
              ? new Armament(List.of(fault), RELAYING, reconciling, takingIn)
              : new Armament(List.of(fault), List.of(), List.of(), List.of()));
    }
    return editions;
  }

  private static List<Armament> pairs(Random random) {
    List<Armament> editions = new ArrayList<>();
    while (editions.size() < PAIRS) {
      List<Fault> pair = List.of(any(random), any(random));
      if (!isOver(pair.get(0)) || !PUBLISHING.contains(pair.get(1))) {
        editions.add(
            new Armament(
                of(pair, PUBLISHING),
                of(pair, RELAYING),
                of(pair, RECONCILING),
                of(pair, TAKING_IN)));
      }
    }
    return editions;
  }

  private static List<Fault> all() {
    return Stream.of(PUBLISHING, RELAYING, TRIMMING, RECONCILING, TAKING_IN)
        .flatMap(List::stream)
        .toList();
  }

  private static Fault any(Random random) {
    List<Fault> all =
        Stream.of(PUBLISHING, RELAYING, RECONCILING, TAKING_IN).flatMap(List::stream).toList();
    return all.get(random.nextInt(all.size()));
  }

  /** Whether nobody publishes the edition again after it. */
  private static boolean isOver(Fault fault) {
    return PUBLISHING.contains(fault) && fault.point().after() && fault.kind() != LOST;
  }

  private static List<Fault> of(List<Fault> pair, List<Fault> known) {
    return pair.stream().filter(known::contains).toList();
  }

  @Test
  @Case({"G3", "G5", "G6", "R1", "R3"})
  void everyFaultIsMetAndEveryRowBecomesADelivery() throws Exception {
    try (Stage stage = new Stage()) {
      List<Fault> reconciling = Stream.concat(TRIMMING.stream(), RECONCILING.stream()).toList();
      Pipeline pipeline = new Pipeline(stage, singles(reconciling, TAKING_IN), true);

      assertThat(DeliveryChaosIT.findings(pipeline.run(Duration.ofSeconds(120)))).isEmpty();
      assertThat(pipeline.coverage().missing(all())).isEmpty();
      assertThat(
              pipeline
                  .coverage()
                  .unplanned(
                      all().stream()
                          .map(fault -> fault.point().step())
                          .collect(Collectors.toSet())))
          .isEmpty();
    }
  }

  @Test
  @Case({"G3", "G5", "G6", "R1", "R3"})
  void pairsOfFaultsLoseNothing() throws Exception {
    System.out.printf(
        "lab tier 1, pipeline: -Dlab.seed=%d -Dlab.pairs=%d, commit %s%n",
        SEED, PAIRS, Stage.commit());
    List<Armament> editions = pairs(new Random(SEED));
    try (Stage stage = new Stage()) {
      Pipeline pipeline = new Pipeline(stage, editions, true);

      assertThat(DeliveryChaosIT.findings(pipeline.run(Duration.ofMinutes(1).plusSeconds(PAIRS))))
          .as("seed " + SEED + ", " + editions)
          .isEmpty();
      assertThat(pipeline.unmet()).as("seed " + SEED + ", " + editions).isEmpty();
    }
  }

  @Test
  void redWithoutTheReconciler() throws Exception {
    try (Stage stage = new Stage()) {
      Pipeline pipeline = new Pipeline(stage, singles(List.of(), List.of()), false);

      assertThat(DeliveryChaosIT.findings(pipeline.run(Duration.ofSeconds(12))))
          .anyMatch(finding -> finding.contains("lost: outbox row"));
    }
  }
}
