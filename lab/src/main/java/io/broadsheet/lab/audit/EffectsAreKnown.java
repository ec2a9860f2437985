package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What can be seen is {@code posted} or said to be possible: never {@code pending} or {@code
 * retry}, nor parked as if it could not exist.
 */
final class EffectsAreKnown implements Invariant {

  private static final Set<String> UNSENT = Set.of("pending", "retry", "skipped");

  @Override
  public String name() {
    return "I5 what exists is known";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Sightings sightings = Sightings.of(evidence);
    List<Finding> findings = new ArrayList<>();
    for (Delivery delivery : evidence.deliveries()) {
      boolean denied =
          UNSENT.contains(delivery.state())
              || (delivery.state().equals("parked") && !delivery.mayExist());
      if (!denied) {
        continue;
      }
      int seen = sightings.of(delivery.key().postId(), delivery.key().target()).size();
      // Of a post in several messages this is said of the one that is due; other generations of
      // it have effects of their own.
      int earlier =
          delivery.part()
              - 1
              + evidence.deliveries().stream()
                  .filter(other -> !other.key().equals(delivery.key()))
                  .filter(other -> other.key().postId().equals(delivery.key().postId()))
                  .filter(other -> other.key().target().equals(delivery.key().target()))
                  .mapToInt(Delivery::parts)
                  .sum();
      if (seen > earlier) {
        findings.add(Finding.at(delivery.key(), "it can be seen and is " + delivery.state()));
      }
    }
    return findings;
  }
}
