package io.broadsheet.publisher.channel.bluesky;

import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.TargetSettings;
import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a Bluesky target is configured with.
 *
 * @param baseUrl the account's personal data server, or the entrance that leads to it
 * @param identifier the account's handle or DID
 * @param appPassword an app password of the account, a secret
 */
record BlueskySettings(URI baseUrl, String identifier, String appPassword) {

  static final Set<String> NAMES = Set.of("identifier", "app-password");

  private static final Pattern IDENTIFIER =
      Pattern.compile(
          "did:[a-z]+:[A-Za-z0-9._:%-]{1,200}|(?:[A-Za-z0-9-]{1,63}\\.)+[A-Za-z]{2,63}");
  private static final Pattern PASSWORD = Pattern.compile("[\\x21-\\x7E]{8,512}");

  static BlueskySettings read(Target target) {
    TargetSettings settings = new TargetSettings(target);
    settings.format("teaser", Set.of("teaser"));
    return new BlueskySettings(
        settings.url("base-url", "https://bsky.social"),
        settings.text(
            "identifier",
            IDENTIFIER,
            "the account's handle, such as paper.bsky.social, or its DID"),
        settings.secret("app-password", PASSWORD, "8 to 512 printable characters"));
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "BlueskySettings[" + identifier + " at " + baseUrl + "]";
  }
}
