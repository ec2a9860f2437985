package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Command;
import io.broadsheet.lab.audit.Evidence.Delivery;
import java.util.ArrayList;
import java.util.List;

/**
 * At rest every order has its result. A delivery is {@code skipped} by order only, and stays so
 * unless a later replay was told to make skipped ones due.
 */
final class OrdersKept implements Invariant {

  private static final String APPLIED = "applied";
  private static final String SKIP = "skip";
  private static final String SKIPPED = "skipped";

  @Override
  public String name() {
    return "orders have their result and are kept";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    for (Command command : evidence.commands()) {
      if (command.result() == null) {
        findings.add(
            new Finding(
                command.postId(),
                command.target(),
                "%s %s has no result".formatted(command.kind(), command.id())));
      }
    }
    long lastRevival =
        evidence.commands().stream()
            .filter(Command::revivesSkipped)
            .filter(command -> APPLIED.equals(command.result()))
            .mapToLong(Command::seq)
            .max()
            .orElse(Long.MIN_VALUE);
    for (Delivery delivery : evidence.deliveries()) {
      List<Command> skips =
          evidence.commands().stream()
              .filter(command -> command.kind().equals(SKIP))
              .filter(command -> APPLIED.equals(command.result()))
              .filter(command -> command.isAbout(delivery.key()))
              .toList();
      boolean skipped = delivery.state().equals(SKIPPED);
      if (skipped && skips.isEmpty()) {
        findings.add(Finding.at(delivery.key(), "skipped, and nobody ordered it"));
      }
      if (!skipped && skips.stream().anyMatch(skip -> skip.seq() > lastRevival)) {
        findings.add(Finding.at(delivery.key(), "skipped by order, and now " + delivery.state()));
      }
    }
    return findings;
  }
}
