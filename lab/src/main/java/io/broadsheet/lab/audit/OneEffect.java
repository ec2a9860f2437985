package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.lab.audit.Sightings.PostAt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Of each delivery generation the channel shows at most one effect, of one in several messages at
 * most one each; nothing that belongs to no post; and no effect is taken for two messages.
 */
final class OneEffect implements Invariant {

  @Override
  public String name() {
    return "I4 one effect at most";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Sightings sightings = Sightings.of(evidence);
    Map<PostAt, List<Delivery>> deliveries =
        evidence.deliveries().stream()
            .collect(
                Collectors.groupingBy(
                    delivery -> new PostAt(delivery.key().postId(), delivery.key().target())));
    List<Finding> findings = new ArrayList<>();
    sightings
        .byPost()
        .forEach(
            (post, messages) ->
                messages.forEach(
                    (part, effects) -> {
                      if (effects.size()
                          > allowed(deliveries.getOrDefault(post, List.of()), part)) {
                        findings.add(
                            new Finding(
                                post.postId(),
                                post.target(),
                                "%d effects of message %d: %s; attempts: %s"
                                    .formatted(
                                        effects.size(),
                                        part,
                                        ids(effects),
                                        attempts(evidence, post))));
                      }
                    }));
    sightings
        .shared()
        .forEach(
            (recorded, messages) ->
                findings.add(
                    new Finding(
                        null,
                        recorded.target(),
                        "effect %s is recorded for each of %s"
                            .formatted(recorded.externalId(), messages))));
    sightings
        .strangers()
        .forEach(
            (target, effects) ->
                effects.forEach(
                    effect ->
                        findings.add(
                            new Finding(
                                null, target, "effect " + effect.id() + " belongs to no post"))));
    return findings;
  }

  // One of each generation that has so many messages.
  private static long allowed(List<Delivery> generations, int part) {
    return generations.stream().filter(delivery -> delivery.parts() >= part).count();
  }

  private static String ids(List<Effect> effects) {
    return effects.stream()
        .map(effect -> effect.id() + " at " + effect.at())
        .collect(Collectors.joining(", "));
  }

  static String attempts(Evidence evidence, PostAt post) {
    return evidence.attempts().stream()
        .filter(attempt -> attempt.key().postId().equals(post.postId()))
        .filter(attempt -> attempt.key().target().equals(post.target()))
        .map(OneEffect::describe)
        .collect(Collectors.joining(", "));
  }

  private static String describe(Attempt attempt) {
    return "%s %s by %s from %s to %s"
        .formatted(
            attempt.kind(),
            attempt.outcome(),
            attempt.replica(),
            attempt.startedAt(),
            attempt.endedAt());
  }
}
