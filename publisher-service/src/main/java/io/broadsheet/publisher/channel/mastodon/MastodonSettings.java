package io.broadsheet.publisher.channel.mastodon;

import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.TargetSettings;
import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a Mastodon target is configured with.
 *
 * @param baseUrl the instance
 * @param accessToken the account's token with the scopes {@code write:statuses}, {@code
 *     read:accounts} and {@code read:statuses}, a secret
 * @param visibility who sees the statuses
 * @param maxCharacters the longest status; the instance's {@code max_characters} or less
 * @param reservedPerUrl what a link counts, however long it is; the instance's {@code
 *     characters_reserved_per_url} or more
 */
record MastodonSettings(
    URI baseUrl, String accessToken, String visibility, int maxCharacters, int reservedPerUrl) {

  static final Set<String> NAMES =
      Set.of("access-token", "visibility", "max-characters", "reserved-per-url");

  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E]{8,512}");
  private static final Pattern VISIBILITY = Pattern.compile("public|unlisted|private");
  private static final Pattern NO_EXAMPLE = Pattern.compile(".+");

  // Mastodon's own limits; instances raise the first to 100,000 and more.
  private static final int MAX_CHARACTERS = 500;
  private static final int LEAST_MAX_CHARACTERS = 200;
  private static final int MOST_MAX_CHARACTERS = 100_000;
  private static final int RESERVED_PER_URL = 23;
  private static final int MOST_RESERVED_PER_URL = 100;

  static MastodonSettings read(Target target) {
    TargetSettings settings = new TargetSettings(target);
    settings.format("teaser", Set.of("teaser"));
    settings.text("base-url", NO_EXAMPLE, "the instance, such as https://mastodon.social");
    String visibility = target.setting("visibility").orElse("public");
    if (!VISIBILITY.matcher(visibility).matches()) {
      throw settings.fault(
          "visibility", "is \"" + visibility + "\"; write public, unlisted or private");
    }
    return new MastodonSettings(
        settings.url("base-url", "https://mastodon.social"),
        settings.secret("access-token", TOKEN, "8 to 512 printable characters"),
        visibility,
        settings.number(
            "max-characters", MAX_CHARACTERS, LEAST_MAX_CHARACTERS, MOST_MAX_CHARACTERS),
        settings.number("reserved-per-url", RESERVED_PER_URL, 1, MOST_RESERVED_PER_URL));
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "MastodonSettings[" + baseUrl + "]";
  }
}
