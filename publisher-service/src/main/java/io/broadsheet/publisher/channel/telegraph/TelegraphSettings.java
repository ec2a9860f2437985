package io.broadsheet.publisher.channel.telegraph;

import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.TargetSettings;
import io.broadsheet.publisher.rendering.CleanText;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a Telegraph target is configured with.
 *
 * @param baseUrl where the API is
 * @param accessToken the account's, a secret
 * @param authorName shown under the title; may be empty
 * @param publicUrl where readers find pages, or empty to believe the API
 */
record TelegraphSettings(
    URI baseUrl, String accessToken, String authorName, Optional<URI> publicUrl) {

  static final Set<String> NAMES = Set.of("access-token", "author-name", "public-url");

  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E]{8,128}");
  private static final int MAX_AUTHOR_NAME = 128;

  static TelegraphSettings read(Target target) {
    TargetSettings settings = new TargetSettings(target);
    settings.format("full", Set.of("full"));
    String authorName = CleanText.line(target.setting("author-name").orElse(""));
    if (CleanText.length(authorName) > MAX_AUTHOR_NAME) {
      throw settings.fault("author-name", "is longer than 128 characters");
    }
    return new TelegraphSettings(
        settings.url("base-url", "https://api.telegra.ph"),
        settings.secret(
            "access-token", TOKEN, "8 to 128 printable characters, as createAccount gives it"),
        authorName,
        target.setting("public-url").map(url -> settings.url("public-url", "https://telegra.ph")));
  }

  /**
   * Where readers find a page.
   *
   * @param path the page's path
   * @param apiUrl what the API says
   */
  String pageUrl(String path, String apiUrl) {
    return publicUrl.map(url -> url + "/" + path).orElse(apiUrl);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "TelegraphSettings[" + baseUrl + "]";
  }
}
