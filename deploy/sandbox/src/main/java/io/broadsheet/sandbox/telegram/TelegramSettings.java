package io.broadsheet.sandbox.telegram;

import java.util.Set;

/**
 * What of Telegram may be set.
 *
 * @param revokedTokens tokens answered with 401
 * @param json whether JSON bodies are read, as is generally said; false: forms only
 */
public record TelegramSettings(Set<String> revokedTokens, boolean json) {
  /** No token revoked, JSON read. */
  public static final TelegramSettings DEFAULTS = new TelegramSettings(Set.of(), true);
}
