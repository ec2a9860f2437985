package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * When the verification began that a request outside of any attempt belongs to. It makes several
 * requests, the first of them perhaps not to the target's place, and nothing tells those of two
 * replicas apart: the earliest is taken that may belong to it.
 */
final class VerificationsBegun {
  private final Duration longest;
  private final Map<String, Deque<Instant>> recent = new HashMap<>();

  /**
   * @param longest how long a verification takes at most
   */
  VerificationsBegun(Duration longest) {
    this.longest = longest;
  }

  /** For a request outside of any attempt; in the order in which they came. */
  Instant began(Request request) {
    Deque<Instant> its = recent.computeIfAbsent(request.place().api(), api -> new ArrayDeque<>());
    while (!its.isEmpty() && its.peekFirst().isBefore(request.at().minus(longest))) {
      its.removeFirst();
    }
    its.addLast(request.at());
    Instant began = its.peekFirst();
    if (request.retryAfterS() > 0) {
      // That ends a verification.
      its.clear();
    }
    return began;
  }
}
