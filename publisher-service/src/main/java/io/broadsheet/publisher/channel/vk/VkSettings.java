package io.broadsheet.publisher.channel.vk;

import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.TargetSettings;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a VK target is configured with.
 *
 * @param baseUrl where the API is
 * @param accessToken the community's key with the right {@code wall}, a secret
 * @param serviceToken an application's service token, which may read walls; a secret; without it
 *     nothing can be probed
 * @param ownerId the wall's owner, below zero for a community
 * @param full whether the whole article is posted rather than a teaser
 * @param repeatByGuid whether an unknown outcome is settled by the same call with the same {@code
 *     guid}; what VK answers to it is not documented
 * @param messageLimit the longest message in code points
 */
record VkSettings(
    URI baseUrl,
    String accessToken,
    Optional<String> serviceToken,
    long ownerId,
    boolean full,
    boolean repeatByGuid,
    int messageLimit) {

  static final Set<String> NAMES =
      Set.of("access-token", "service-token", "owner-id", "repeat-by-guid", "message-limit");

  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E]{8,512}");
  private static final String TOKEN_FORM = "8 to 512 printable characters";
  private static final Pattern OWNER = Pattern.compile("-?[1-9][0-9]{0,17}");

  /** Reports of VK's limit go from 15,895 to 16,384 code points. */
  private static final int MESSAGE_LIMIT = 15_000;

  private static final int LEAST_MESSAGE_LIMIT = 4_000;
  private static final int MOST_MESSAGE_LIMIT = 16_384;

  static VkSettings read(Target target) {
    TargetSettings settings = new TargetSettings(target);
    String format = settings.format("teaser", Set.of("teaser", "full"));
    return new VkSettings(
        settings.url("base-url", "https://api.vk.com"),
        settings.secret("access-token", TOKEN, TOKEN_FORM),
        target
            .setting("service-token")
            .map(token -> settings.secret("service-token", TOKEN, TOKEN_FORM)),
        Long.parseLong(
            settings.text(
                "owner-id", OWNER, "the wall's owner, such as -123456 for community 123456")),
        format.equals("full"),
        settings.flag("repeat-by-guid", true),
        settings.number("message-limit", MESSAGE_LIMIT, LEAST_MESSAGE_LIMIT, MOST_MESSAGE_LIMIT));
  }

  /** Where readers see a post. */
  String postUrl(String postId) {
    return "https://vk.com/wall" + ownerId + "_" + postId;
  }

  /** Without the tokens. */
  @Override
  public String toString() {
    return "VkSettings[" + ownerId + " at " + baseUrl + "]";
  }
}
