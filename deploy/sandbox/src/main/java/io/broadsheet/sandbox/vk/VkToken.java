package io.broadsheet.sandbox.vk;

import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.wire.Params;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A token that VK takes; its kind is told by how it begins.
 *
 * @param text the secret itself
 */
record VkToken(Kind kind, String text) {
  // Of a key of the community 4242, for instance "vk1.a.club4242-key".
  private static final Pattern OWN_COMMUNITY = Pattern.compile("club([1-9]\\d{0,9})(?!\\d)");

  /** Whose token it is. */
  enum Kind {
    USER,
    COMMUNITY,
    SERVICE;

    /** Calls per second, by VK's documentation. A service token has 3 to 60, by the app's size. */
    int callsPerSecond() {
      return this == USER ? 3 : 20;
    }
  }

  /**
   * Reads the call's token.
   *
   * @throws VkError when there is none or VK refuses it
   */
  static VkToken of(Call call, Params params) throws VkError {
    String token = params.text("access_token").orElse(call.token());
    if (token.isEmpty()) {
      throw new VkError(5, "User authorization failed: no access_token passed.");
    }
    if (token.startsWith("invalid")) {
      throw new VkError(5, "User authorization failed: invalid access_token (4).");
    }
    if (token.startsWith("expired")) {
      throw new VkError(1117, VkTexts.of(1117));
    }
    if (token.startsWith("vk2.")) {
      throw new VkError(1051, VkTexts.of(1051));
    }
    return new VkToken(kind(token.toLowerCase(Locale.ROOT)), token);
  }

  private static Kind kind(String token) {
    if (token.startsWith("service")) {
      return Kind.SERVICE;
    }
    return token.startsWith("user") ? Kind.USER : Kind.COMMUNITY;
  }

  /** Whether it is a community's key without the right {@code wall}. */
  boolean lacksWall() {
    return kind == Kind.COMMUNITY && text.contains("nowall");
  }

  /** The community whose key it is; empty: it fits every community. */
  OptionalLong community() {
    Matcher matcher = OWN_COMMUNITY.matcher(text);
    return kind == Kind.COMMUNITY && matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "VkToken[" + kind + "]";
  }
}
