package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Message;
import io.broadsheet.lab.audit.Evidence.TopicRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Every outbox row has become a delivery or a command, by way of the topics. A dead letter is
 * neither: no run of the lab sends what cannot be taken in.
 */
final class NothingLost implements Invariant {

  @Override
  public String name() {
    return "I3 nothing lost";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Set<UUID> delivered =
        evidence.deliveries().stream().map(Delivery::eventId).collect(Collectors.toSet());
    Set<UUID> settled = new HashSet<>(delivered);
    Set<UUID> ordered =
        evidence.commands().stream().map(Evidence.Command::id).collect(Collectors.toSet());
    settled.addAll(ordered);
    Optional<Set<UUID>> relayed =
        evidence
            .records()
            .map(all -> all.stream().map(TopicRecord::outboxId).collect(Collectors.toSet()));
    Set<UUID> known = evidence.outbox().stream().map(Message::id).collect(Collectors.toSet());
    List<Finding> findings = new ArrayList<>();
    for (Message message : evidence.outbox()) {
      boolean onTopic = relayed.map(ids -> ids.contains(message.id())).orElse(true);
      if (evidence.deadLetters().contains(message.id())) {
        findings.add(
            new Finding(
                message.postId(),
                message.target(),
                "put aside as a dead letter: outbox row %s%s"
                    .formatted(message.id(), settled.contains(message.id()) ? "" : ", and lost")));
      } else if (!settled.contains(message.id())) {
        findings.add(
            new Finding(
                message.postId(),
                message.target(),
                "lost: outbox row %s became nothing%s"
                    .formatted(
                        message.id(),
                        relayed.isEmpty() || onTopic ? "" : ", nor is it on a topic")));
      } else if (!onTopic && !ordered.contains(message.id())) {
        findings.add(
            new Finding(
                message.postId(), message.target(), "settled, but no topic has " + message.id()));
      }
    }
    for (Delivery delivery : evidence.deliveries()) {
      if (!known.contains(delivery.eventId())) {
        findings.add(
            Finding.at(delivery.key(), "a delivery of an event that the outbox never had"));
      }
    }
    return findings;
  }
}
