package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.lab.audit.Evidence.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * No request comes to a target more than 100 ms after its API refused one and before the time is up
 * that the refusal named, if the refusal was heard. A verification counts by its beginning: another
 * replica heard the refusal. VK names none, and the public page of a Telegram channel is no API
 * that is called: both are left out.
 */
final class WaitsKept implements Invariant {

  private static final Duration UNDER_WAY = Duration.ofMillis(100);

  /** Longer than any call of a lab's run. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(3);

  private static final Set<String> NAMES_NO_TIME = Set.of("vk");
  private static final Set<String> ANSWER_LOST = Set.of("unknown", "cannot_tell");
  private static final String PUBLIC_PAGE = "t.me";

  @Override
  public String name() {
    return "Retry-After never undercut";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Map<Place, String> targets = new HashMap<>();
    evidence.paper().places().forEach((target, place) -> targets.put(place, target));
    Map<Place, Request> refusals = new HashMap<>();
    VerificationsBegun verifications = new VerificationsBegun(LONGEST_CALL);
    List<Finding> findings = new ArrayList<>();
    for (Request request : evidence.requests()) {
      String target = targets.get(request.place());
      Instant began =
          isOfAnAttempt(evidence, target, request) ? request.at() : verifications.began(request);
      if (target == null || request.method().equals(PUBLIC_PAGE)) {
        continue;
      }
      Request refusal = refusals.get(request.place());
      if (refusal != null && isUndercut(refusal, request, began)) {
        findings.add(
            new Finding(
                post(evidence, target, request).orElse(null),
                target,
                "%s came %d ms after %s was told to wait %d s%s"
                    .formatted(
                        request.method(),
                        Duration.between(refusal.at(), request.at()).toMillis(),
                        refusal.method(),
                        refusal.retryAfterS(),
                        post(evidence, target, refusal)
                            .filter(
                                post -> post(evidence, target, request).equals(Optional.of(post)))
                            .map(post -> ", for the same post")
                            .orElse(""))));
      }
      if (request.retryAfterS() > 0
          && !NAMES_NO_TIME.contains(request.place().api())
          && arrived(evidence, target, request)
          && (refusal == null || end(request).isAfter(end(refusal)))) {
        refusals.put(request.place(), request);
      }
    }
    return findings;
  }

  /**
   * Whether the refusal was heard. What its attempt says of it is not believed, but that the answer
   * was lost: the call had given up by then, or its replica was dead. A request outside of any
   * attempt is a verification.
   */
  private static boolean arrived(Evidence evidence, String target, Request refusal) {
    return evidence.attempts().stream()
        .filter(attempt -> attempt.key().target().equals(target))
        .filter(attempt -> covers(attempt, refusal.at()))
        .map(Attempt::outcome)
        .noneMatch(outcome -> outcome == null || ANSWER_LOST.contains(outcome));
  }

  private static boolean covers(Attempt attempt, Instant at) {
    Instant end =
        attempt.endedAt() == null ? attempt.startedAt().plus(LONGEST_CALL) : attempt.endedAt();
    return !attempt.startedAt().isAfter(at) && !end.isBefore(at);
  }

  private static boolean isOfAnAttempt(Evidence evidence, String target, Request request) {
    return evidence.attempts().stream()
        .anyMatch(
            attempt -> attempt.key().target().equals(target) && covers(attempt, request.at()));
  }

  private static boolean isUndercut(Request refusal, Request request, Instant began) {
    return began.isAfter(refusal.at().plus(UNDER_WAY)) && request.at().isBefore(end(refusal));
  }

  private static Instant end(Request refusal) {
    return refusal.at().plusSeconds(refusal.retryAfterS());
  }

  private static Optional<UUID> post(Evidence evidence, String target, Request request) {
    return evidence.attempts().stream()
        .filter(attempt -> attempt.key().target().equals(target))
        .filter(attempt -> !attempt.startedAt().isAfter(request.at()))
        // One without an end was left by a replica that died: nobody knows until when it lived.
        .filter(attempt -> attempt.endedAt() != null && attempt.endedAt().isAfter(request.at()))
        .map(Attempt::key)
        .map(Evidence.Key::postId)
        .findFirst();
  }
}
