package io.broadsheet.sandbox.mastodon;

/**
 * How the instance is set up.
 *
 * @param maxCharacters the longest status in characters, 1 or more
 * @param rate calls of one account within five minutes; 0 for no limit
 * @param idempotency whether an {@code Idempotency-Key} is honoured; other servers that speak
 *     Mastodon's API may ignore it
 */
public record MastodonSettings(int maxCharacters, int rate, boolean idempotency) {
  /** Mastodon as it is installed: 500 characters, 300 calls, keys honoured. */
  public static final MastodonSettings DEFAULTS = new MastodonSettings(500, 300, true);
}
