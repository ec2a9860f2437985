package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.lab.audit.Evidence.Key;
import io.broadsheet.lab.audit.Evidence.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is {@code posted} can be seen, under the id that was recorded; of a post in several messages
 * each can, whether it is posted as a whole or not yet.
 */
final class PostedExists implements Invariant {

  @Override
  public String name() {
    return "I5 posted means that it exists";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Sightings sightings = Sightings.of(evidence);
    Map<Key, Map<Integer, String>> ledger =
        evidence.parts().stream()
            .collect(
                Collectors.groupingBy(
                    Part::key,
                    Collectors.toMap(Part::part, Part::externalId, (a, b) -> b, TreeMap::new)));
    List<Finding> findings = new ArrayList<>();
    for (Delivery delivery : evidence.deliveries()) {
      Set<String> seen =
          sightings.of(delivery.key().postId(), delivery.key().target()).stream()
              .map(Effect::id)
              .collect(Collectors.toSet());
      boolean posted = delivery.state().equals("posted");
      if (posted && !seen.contains(delivery.externalId())) {
        findings.add(
            Finding.at(
                delivery.key(), "posted as " + delivery.externalId() + ", which nobody can see"));
      }
      Map<Integer, String> parts = ledger.getOrDefault(delivery.key(), Map.of());
      parts.forEach(
          (part, id) -> {
            if (!seen.contains(id)) {
              findings.add(
                  Finding.at(
                      delivery.key(),
                      "message %d is posted as %s, which nobody can see".formatted(part, id)));
            }
          });
      for (int part = 1; posted && delivery.parts() > 1 && part <= delivery.parts(); part++) {
        if (!parts.containsKey(part)) {
          findings.add(Finding.at(delivery.key(), "posted, and message %d is not".formatted(part)));
        }
      }
    }
    return findings;
  }
}
