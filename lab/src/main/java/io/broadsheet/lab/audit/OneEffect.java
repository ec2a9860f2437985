package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Of each delivery generation the channel shows at most one effect, of one in several messages at
 * most one each; and nothing that belongs to no post.
 */
final class OneEffect implements Invariant {

  @Override
  public String name() {
    return "I4 one effect at most";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Sightings sightings = Sightings.of(evidence);
    Map<Sightings.PostAt, Integer> allowed = new HashMap<>();
    evidence
        .deliveries()
        .forEach(
            delivery ->
                allowed.merge(
                    new Sightings.PostAt(delivery.key().postId(), delivery.key().target()),
                    delivery.parts(),
                    Integer::sum));
    List<Finding> findings = new ArrayList<>();
    sightings
        .byPost()
        .forEach(
            (post, effects) -> {
              if (effects.size() > allowed.getOrDefault(post, 0)) {
                findings.add(
                    new Finding(
                        post.postId(),
                        post.target(),
                        "%d effects: %s; attempts: %s"
                            .formatted(effects.size(), ids(effects), attempts(evidence, post))));
              }
            });
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

  private static String ids(List<Effect> effects) {
    return effects.stream()
        .map(effect -> effect.id() + " at " + effect.at())
        .collect(Collectors.joining(", "));
  }

  static String attempts(Evidence evidence, Sightings.PostAt post) {
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
