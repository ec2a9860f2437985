package io.broadsheet.lab.audit;

import java.util.List;

/** Asks every invariant. */
public final class Auditor {

  private static final List<Invariant> INVARIANTS =
      List.of(
          new WholeEditions(),
          new PostsWithTheirMessages(),
          new NothingLost(),
          new OneEffect(),
          new PostedExists(),
          new EffectsAreKnown(),
          new StampedOnce(),
          new AttemptsClosed(),
          new WaitsKept(),
          new NothingDue(),
          new ParkedForGoodReason(),
          new OrdersKept());

  /** The verdict on each, in the order of {@code docs/guarantees.md}. */
  public List<Verdict> audit(Evidence evidence) {
    return INVARIANTS.stream()
        .map(invariant -> new Verdict(invariant.name(), invariant.findings(evidence)))
        .toList();
  }
}
