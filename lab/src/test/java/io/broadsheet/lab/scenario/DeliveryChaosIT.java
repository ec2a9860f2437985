package io.broadsheet.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.lab.audit.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tier 1: the press as it is, in one JVM, and every fault at every point between two of its steps,
 * for every channel; then pairs of them by a seed. {@code -Dlab.seed} repeats a run, {@code
 * -Dlab.pairs} makes it longer.
 */
class DeliveryChaosIT {

  private static final long SEED = Long.getLong("lab.seed", new Random().nextInt(1_000_000));
  private static final int PAIRS = Integer.getInteger("lab.pairs", 40);

  /** By chance some two thirds are: where the first fault ends the delivery, the second is late. */
  private static final int PAIRS_MET_AT_LEAST = Math.max(0, PAIRS / 2 - 6);

  private static final Duration PATIENCE = Duration.ofMinutes(3).plusSeconds(PAIRS);

  private static Stage stage;
  private static Troupe troupe;
  private static final Set<Fault> planned = new LinkedHashSet<>();
  private static final List<Scenario> singles = new ArrayList<>();
  private static final List<Scenario> pairs = new ArrayList<>();
  private static List<Scenario> restless;
  private static List<Verdict> verdicts;

  @BeforeAll
  static void play() throws Exception {
    System.out.printf(
        "lab tier 1: -Dlab.seed=%d -Dlab.pairs=%d, commit %s%n", SEED, PAIRS, Stage.commit());
    stage = new Stage();
    troupe = new Troupe(stage, new Product(), 1_000);
    List<Catalogue.Way> beside = Catalogue.beside();
    for (LabChannel channel : LabChannel.values()) {
      Catalogue.single(channel).forEach(way -> add(channel, way));
    }
    beside.forEach(way -> add(LabChannel.TELEGRAM, way));
    Random random = new Random(SEED);
    LabChannel[] channels = LabChannel.values();
    for (int i = 0; i < PAIRS; i++) {
      LabChannel channel = channels[random.nextInt(channels.length)];
      pairs.add(troupe.add(channel, Catalogue.pair(channel, random).faults()));
    }
    long start = System.nanoTime();
    restless = troupe.play(PATIENCE);
    verdicts = troupe.audit();
    System.out.printf(
        "lab tier 1: %d scenarios, %d faults met, %d of %d pairs met whole, %.1f s%n",
        troupe.scenarios().size(),
        troupe.coverage().metInAll(),
        pairsMet(),
        PAIRS,
        (System.nanoTime() - start) / 1e9);
  }

  private static void add(LabChannel channel, Catalogue.Way way) {
    singles.add(troupe.add(channel, way.faults()));
    planned.add(way.last());
  }

  private static long pairsMet() {
    return pairs.stream().filter(pair -> pair.unmet().isEmpty()).count();
  }

  @AfterAll
  static void close() {
    troupe.close();
    stage.close();
  }

  @Test
  void everyScenarioComesToRest() {
    assertThat(restless).as("seed " + SEED).isEmpty();
  }

  @Test
  @Case({"D1", "D6", "D8", "D15", "D16", "D17"})
  void everyInvariantHolds() {
    assertThat(findings(verdicts)).as("seed " + SEED).isEmpty();
  }

  @Test
  void everyFaultIsMet() {
    assertThat(troupe.coverage().missing(planned)).isEmpty();
  }

  @Test
  void everyChannelMeetsEachOfItsFaults() {
    assertThat(singles).filteredOn(single -> !single.unmet().isEmpty()).isEmpty();
  }

  @Test
  void enoughPairsAreMetWhole() {
    assertThat(pairsMet()).as("seed " + SEED).isGreaterThanOrEqualTo(PAIRS_MET_AT_LEAST);
  }

  @Test
  void noStepIsWithoutAFault() {
    Set<String> steps =
        planned.stream().map(fault -> fault.point().step()).collect(Collectors.toSet());
    assertThat(troupe.coverage().unplanned(steps)).isEmpty();
  }

  static List<String> findings(List<Verdict> verdicts) {
    List<String> findings = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      verdict.findings().forEach(one -> findings.add(verdict.invariant() + ": " + one));
    }
    return findings;
  }
}
