package io.broadsheet.sandbox.bluesky;

/**
 * How the personal data server behaves.
 *
 * @param tokenSeconds how long an access token holds, 1 or more
 * @param sessions {@code createSession} calls for one account within five minutes; 0 for no limit
 * @param points what the writes of one account may cost within an hour, 3 for a new record and 2
 *     for a change, and seven times that within a day; 0 for no limit
 */
public record BlueskySettings(int tokenSeconds, int sessions, int points) {
  /** As documented: two hours, 30 sessions, 5,000 points. */
  public static final BlueskySettings DEFAULTS = new BlueskySettings(7_200, 30, 5_000);
}
