package io.broadsheet.lab.chaos;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The faults of a run, one after the other: the same for the same seed. It begins with a late
 * effect at each API, so that no run is without.
 */
final class FaultPlan {

  private static final String LATE_EFFECT = "late-effect";
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(4_500);

  /** Each API's method that has the effect, and those that look. */
  private static final List<List<String>> METHODS =
      List.of(
          List.of("telegram", "sendMessage", "t.me", "forwardMessage"),
          List.of("telegraph", "createPage", "getPageList"),
          List.of("vk", "wall.post", "wall.get"),
          List.of("mastodon", "statuses", "accounts.statuses"),
          List.of("bluesky", "putRecord", "createSession"),
          List.of("webhook", "deliver"));

  private static final List<String> KINDS =
      List.of(
          "error",
          "throttle",
          "hang",
          "slow",
          "reset-before",
          "reset-after-effect",
          "5xx-after-effect",
          LATE_EFFECT);

  /** "slow" is slower than the timeout of profile {@code lab}, 2 s. */
  private static final int SLOW_MS = 3_000;

  /** A late effect comes before its probe-settle, 5 s, has passed. */
  static final Duration LATEST = Duration.ofSeconds(5);

  /**
   * And before the call's deadline where a repetition beside it would have an effect of its own.
   */
  private static final int LATEST_AT_MASTODON_MS = 1_000;

  private final Random random;
  private int begun;

  /**
   * @param seed of everything that follows
   */
  FaultPlan(long seed) {
    this.random = new Random(seed);
  }

  /**
   * One fault.
   *
   * @param after the pause before it
   * @param length how long it lasts
   * @param replica which replica it hits
   * @param rule for the sandbox, as JSON; empty where it is no API's
   */
  record Planned(FaultKind kind, Duration after, Duration length, int replica, String rule) {}

  /**
   * The next one.
   *
   * @param replicas of each service
   */
  Planned next(int replicas) {
    List<String> first = begun < METHODS.size() ? METHODS.get(begun++) : null;
    FaultKind kind = first == null ? kind() : FaultKind.API;
    return new Planned(
        kind,
        Duration.ofMillis((long) (random.nextDouble() * LONGEST_PAUSE.toMillis())),
        kind.length(random.nextDouble()),
        random.nextInt(replicas),
        rule(kind, first));
  }

  private FaultKind kind() {
    int left = random.nextInt(Arrays.stream(FaultKind.values()).mapToInt(FaultKind::weight).sum());
    for (FaultKind kind : FaultKind.values()) {
      left -= kind.weight();
      if (left < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("the weights' sum was wrong");
  }

  private String rule(FaultKind fault, List<String> first) {
    if (fault != FaultKind.API) {
      return "";
    }
    if (first != null) {
      return rule(first.get(0), first.get(1), LATE_EFFECT);
    }
    List<String> api = METHODS.get(random.nextInt(METHODS.size()));
    String kind = KINDS.get(random.nextInt(KINDS.size()));
    // Half of them hit what has the effect; a look has none that could be late.
    String method =
        random.nextBoolean() || kind.equals(LATE_EFFECT)
            ? api.get(1)
            : api.get(1 + random.nextInt(api.size() - 1));
    return rule(api.get(0), method, kind);
  }

  private String rule(String api, String method, String kind) {
    return "{\"api\":\"%s\",\"method\":\"%s\",\"times\":%d,\"fault\":\"%s\",\"retryAfter\":%d,\"delayMs\":%d}"
        .formatted(
            api,
            method,
            1 + random.nextInt(2),
            kind,
            1 + random.nextInt(3),
            kind.equals("slow") ? SLOW_MS : 1 + random.nextInt(latestMs(api)));
  }

  private static int latestMs(String api) {
    return api.equals("mastodon") ? LATEST_AT_MASTODON_MS : (int) LATEST.toMillis();
  }
}
