package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.lab.audit.Evidence.Part;
import io.broadsheet.lab.audit.Evidence.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Which effect belongs to which post at which target: by the id that was recorded, else by the
 * post's title, which the lab's posts share with no other.
 *
 * @param byPost the effects at each target, by post
 * @param strangers effects at a target that belong to no post of it
 */
record Sightings(Map<PostAt, List<Effect>> byPost, Map<String, List<Effect>> strangers) {

  /** A post at a target, over all generations. */
  record PostAt(UUID postId, String target) {}

  static Sightings of(Evidence evidence) {
    Map<Place, String> targets = new HashMap<>();
    evidence.paper().places().forEach((target, place) -> targets.put(place, target));
    Map<String, Map<String, PostAt>> recorded = recorded(evidence);
    Map<String, List<Delivery>> deliveries =
        evidence.deliveries().stream()
            .collect(Collectors.groupingBy(delivery -> delivery.key().target()));
    Map<PostAt, List<Effect>> byPost = new HashMap<>();
    Map<String, List<Effect>> strangers = new HashMap<>();
    for (Effect effect : evidence.effects()) {
      String target = targets.get(effect.place());
      if (target == null) {
        // For instance the chat that a private channel's messages are forwarded to by probes.
        continue;
      }
      Optional.ofNullable(recorded.getOrDefault(target, Map.of()).get(effect.id()))
          .or(() -> titled(deliveries.getOrDefault(target, List.of()), effect))
          .ifPresentOrElse(
              post -> byPost.computeIfAbsent(post, unseen -> new ArrayList<>()).add(effect),
              () -> strangers.computeIfAbsent(target, unseen -> new ArrayList<>()).add(effect));
    }
    return new Sightings(byPost, strangers);
  }

  private static Optional<PostAt> titled(List<Delivery> deliveries, Effect effect) {
    return deliveries.stream()
        .filter(delivery -> effect.text().contains(delivery.title()))
        .findFirst()
        .map(delivery -> new PostAt(delivery.key().postId(), delivery.key().target()));
  }

  private static Map<String, Map<String, PostAt>> recorded(Evidence evidence) {
    Map<String, Map<String, PostAt>> recorded = new HashMap<>();
    for (Attempt attempt : evidence.attempts()) {
      record(recorded, attempt.key(), attempt.externalId());
    }
    for (Part part : evidence.parts()) {
      record(recorded, part.key(), part.externalId());
    }
    for (Delivery delivery : evidence.deliveries()) {
      record(recorded, delivery.key(), delivery.externalId());
    }
    return recorded;
  }

  private static void record(
      Map<String, Map<String, PostAt>> recorded, Evidence.Key key, String externalId) {
    if (externalId != null) {
      recorded
          .computeIfAbsent(key.target(), unseen -> new HashMap<>())
          .put(externalId, new PostAt(key.postId(), key.target()));
    }
  }

  /** What readers see of a post at a target. */
  List<Effect> of(UUID postId, String target) {
    return byPost.getOrDefault(new PostAt(postId, target), List.of());
  }
}
