package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.lab.audit.Evidence.Key;
import io.broadsheet.lab.audit.Evidence.Part;
import io.broadsheet.lab.audit.Evidence.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Which effect belongs to which post at which target: by the id that was recorded, else by the
 * post's title, which the lab's posts share with no other and which their first message bears.
 *
 * @param byPost the effects of each post at a target, by message from 1
 * @param strangers effects at a target that belong to no post of it
 * @param shared ids that were recorded for more than one message
 */
record Sightings(
    Map<PostAt, Map<Integer, List<Effect>>> byPost,
    Map<String, List<Effect>> strangers,
    Map<Recorded, Set<OneMessage>> shared) {

  /** A post at a target, over all generations. */
  record PostAt(UUID postId, String target) {}

  /** A channel's id, as a target has it. */
  record Recorded(String target, String externalId) {}

  /** One of a delivery's messages, from 1. */
  record OneMessage(Key key, int part) {
    private PostAt post() {
      return new PostAt(key.postId(), key.target());
    }
  }

  static Sightings of(Evidence evidence) {
    Map<Place, String> targets = new HashMap<>();
    evidence.paper().places().forEach((target, place) -> targets.put(place, target));
    Map<Recorded, Set<OneMessage>> recorded = recorded(evidence);
    Map<String, List<Delivery>> deliveries =
        evidence.deliveries().stream()
            .collect(Collectors.groupingBy(delivery -> delivery.key().target()));
    Map<PostAt, Map<Integer, List<Effect>>> byPost = new HashMap<>();
    Map<String, List<Effect>> strangers = new HashMap<>();
    for (Effect effect : evidence.effects()) {
      String target = targets.get(effect.place());
      if (target == null) {
        // For instance the chat that a private channel's messages are forwarded to by probes.
        continue;
      }
      recorded.getOrDefault(new Recorded(target, effect.id()), Set.of()).stream()
          .findFirst()
          .or(() -> titled(deliveries.getOrDefault(target, List.of()), effect))
          .ifPresentOrElse(
              message ->
                  add(
                      byPost.computeIfAbsent(message.post(), unseen -> new TreeMap<>()),
                      message.part(),
                      effect),
              () -> add(strangers, target, effect));
    }
    recorded.values().removeIf(messages -> messages.size() == 1);
    return new Sightings(byPost, strangers, recorded);
  }

  private static <K> void add(Map<K, List<Effect>> effects, K key, Effect effect) {
    effects.computeIfAbsent(key, unseen -> new ArrayList<>()).add(effect);
  }

  private static Optional<OneMessage> titled(List<Delivery> deliveries, Effect effect) {
    return deliveries.stream()
        .filter(delivery -> effect.text().contains(delivery.title()))
        .findFirst()
        .map(delivery -> new OneMessage(delivery.key(), 1));
  }

  private static Map<Recorded, Set<OneMessage>> recorded(Evidence evidence) {
    Map<Recorded, Set<OneMessage>> recorded = new HashMap<>();
    for (Attempt attempt : evidence.attempts()) {
      record(recorded, new OneMessage(attempt.key(), attempt.part()), attempt.externalId());
    }
    for (Part part : evidence.parts()) {
      record(recorded, new OneMessage(part.key(), part.part()), part.externalId());
    }
    for (Delivery delivery : evidence.deliveries()) {
      // A post in several messages is known by its first.
      record(recorded, new OneMessage(delivery.key(), 1), delivery.externalId());
    }
    return recorded;
  }

  private static void record(
      Map<Recorded, Set<OneMessage>> recorded, OneMessage message, String externalId) {
    if (externalId != null) {
      recorded
          .computeIfAbsent(
              new Recorded(message.key().target(), externalId), unseen -> new LinkedHashSet<>())
          .add(message);
    }
  }

  /** What readers see of a post at a target, in all its messages. */
  List<Effect> of(UUID postId, String target) {
    return byPost.getOrDefault(new PostAt(postId, target), Map.of()).values().stream()
        .flatMap(List::stream)
        .toList();
  }
}
