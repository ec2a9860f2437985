package io.broadsheet.sandbox.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The accounts by access token. A token that createAccount did not give out is an account too, so
 * that a configured token works at once: {@code <short name>:<anything>} has that short name, any
 * other token has {@code account-} and eight hex digits. Tokens that begin with {@code invalid} are
 * refused.
 */
final class Accounts {
  private final Map<String, Account> byKey = new HashMap<>();

  /** The account behind a token. */
  Account of(String token) throws TelegraphError {
    if (token.isEmpty() || token.startsWith("invalid")) {
      throw new TelegraphError("ACCESS_TOKEN_INVALID");
    }
    return restored(keyOf(token), shortName(token));
  }

  /** The account of a journal entry. */
  Account restored(String key, String shortName) {
    return byKey.computeIfAbsent(key, unseen -> new Account(unseen, shortName, "", ""));
  }

  void add(Account account) {
    byKey.put(account.key(), account);
  }

  void clear() {
    byKey.clear();
  }

  static String keyOf(String token) {
    return sha256(token);
  }

  /** The key in a journal entry; entries of the first sandboxes hold the token itself. */
  static String keyIn(JsonNode detail) {
    return detail.has("access_token")
        ? keyOf(detail.path("access_token").asText())
        : detail.path("account").asText();
  }

  static String shortName(String token) {
    int colon = token.indexOf(':');
    return colon > 0 && colon <= 32
        ? token.substring(0, colon)
        : "account-" + sha256(token).substring(0, 8);
  }

  static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
