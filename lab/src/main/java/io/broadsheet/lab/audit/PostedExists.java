package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Effect;
import java.util.ArrayList;
import java.util.List;

/** What is {@code posted} can be seen, under the id that was recorded. */
final class PostedExists implements Invariant {

  @Override
  public String name() {
    return "I5 posted means that it exists";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Sightings sightings = Sightings.of(evidence);
    List<Finding> findings = new ArrayList<>();
    for (Delivery delivery : evidence.deliveries()) {
      if (delivery.state().equals("posted")
          && sightings.of(delivery.key().postId(), delivery.key().target()).stream()
              .map(Effect::id)
              .noneMatch(delivery.externalId()::equals)) {
        findings.add(
            Finding.at(
                delivery.key(), "posted as " + delivery.externalId() + ", which nobody can see"));
      }
    }
    return findings;
  }
}
