package io.broadsheet.sandbox.telegraph;

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
  private final Map<String, Account> byToken = new HashMap<>();

  Account of(String token) throws TelegraphError {
    if (token.isEmpty() || token.startsWith("invalid")) {
      throw new TelegraphError("ACCESS_TOKEN_INVALID");
    }
    return byToken.computeIfAbsent(token, unseen -> new Account(unseen, shortName(unseen), "", ""));
  }

  void add(Account account) {
    byToken.put(account.token(), account);
  }

  void clear() {
    byToken.clear();
  }

  private static String shortName(String token) {
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
