package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Delivery;
import java.util.ArrayList;
import java.util.List;

/**
 * At rest no claim is held, and the last one's attempt is closed. An earlier one may stay open when
 * its holder died: it is the holder's to close, and tells that there was one.
 */
final class AttemptsClosed implements Invariant {

  @Override
  public String name() {
    return "I8 no claim and no attempt left open";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    evidence.deliveries().stream()
        .filter(Delivery::leased)
        .map(delivery -> Finding.at(delivery.key(), "a claim is still held"))
        .forEach(findings::add);
    evidence.attempts().stream()
        .filter(attempt -> attempt.current() && attempt.endedAt() == null)
        .map(AttemptsClosed::open)
        .forEach(findings::add);
    return findings;
  }

  private static Finding open(Attempt attempt) {
    return Finding.at(
        attempt.key(),
        "the %s that %s began at %s is open"
            .formatted(attempt.kind(), attempt.replica(), attempt.startedAt()));
  }
}
