package io.broadsheet.lab.audit;

import java.util.List;

/** Only what was refused for good waits for a person. */
final class ParkedForGoodReason implements Invariant {

  @Override
  public String name() {
    return "I10 parked only for good";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    return evidence.deliveries().stream()
        .filter(delivery -> delivery.state().equals("parked"))
        .filter(delivery -> !evidence.paper().refusedForGood().contains(delivery.key().target()))
        .map(
            delivery ->
                Finding.at(
                    delivery.key(),
                    "parked although every fault passed: %s; attempts: %s"
                        .formatted(
                            delivery.lastError(),
                            OneEffect.attempts(
                                evidence,
                                new Sightings.PostAt(
                                    delivery.key().postId(), delivery.key().target())))))
        .toList();
  }
}
