package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.TargetState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** At rest nothing waits but at a target that is paused, and none is paused without a cause. */
final class NothingDue implements Invariant {

  private static final Set<String> AT_REST = Set.of("posted", "parked", "skipped");

  @Override
  public String name() {
    return "I10 at rest nothing is due";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Set<String> paused =
        evidence.targets().stream()
            .filter(TargetState::paused)
            .map(TargetState::target)
            .collect(Collectors.toSet());
    List<Finding> findings = new ArrayList<>();
    for (TargetState target : evidence.targets()) {
      if (target.paused() && !evidence.paper().refusedForGood().contains(target.target())) {
        findings.add(new Finding(null, target.target(), "paused: " + target.pauseReason()));
      }
    }
    for (Delivery delivery : evidence.deliveries()) {
      if (!AT_REST.contains(delivery.state()) && !paused.contains(delivery.key().target())) {
        findings.add(
            Finding.at(
                delivery.key(),
                "%s, due for %d ms; last: %s"
                    .formatted(delivery.state(), delivery.overdueMs(), delivery.lastError())));
      }
    }
    return findings;
  }
}
