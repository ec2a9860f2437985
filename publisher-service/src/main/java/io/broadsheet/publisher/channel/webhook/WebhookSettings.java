package io.broadsheet.publisher.channel.webhook;

import io.broadsheet.common.config.Durations;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.TargetSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a webhook target is configured with.
 *
 * @param baseUrl the receiver's whole address
 * @param secret what deliveries are signed with, {@code whsec_} and 24 to 64 bytes in base 64, a
 *     secret
 * @param keyWindow how long the receiver remembers a {@code webhook-id}; zero if it does not
 * @param repeatAtOnce whether it does so from the moment when the delivery arrives
 */
record WebhookSettings(URI baseUrl, String secret, Duration keyWindow, boolean repeatAtOnce) {

  static final Set<String> NAMES = Set.of("secret", "key-window", "repeat-at-once");

  private static final String PREFIX = "whsec_";
  private static final Pattern SECRET = Pattern.compile(PREFIX + "[A-Za-z0-9+/]{32,86}={0,2}");
  private static final int LEAST_BYTES = 24;
  private static final int MOST_BYTES = 64;
  private static final String SECRET_FORM = "whsec_ and 24 to 64 bytes in base 64";
  private static final Pattern NONE = Pattern.compile("0(?:ms|s|m|h|d)?");
  private static final Pattern ANY = Pattern.compile(".+");
  private static final String ADDRESS = "https://receiver.example/hooks/broadsheet";

  static WebhookSettings read(Target target) {
    TargetSettings settings = new TargetSettings(target);
    settings.format("full", Set.of("full"));
    settings.text("base-url", ANY, "the receiver's address, such as " + ADDRESS);
    String secret = settings.secret("secret", SECRET, SECRET_FORM);
    if (!isOfBytes(secret)) {
      throw settings.fault("secret", "is malformed; expected " + SECRET_FORM);
    }
    String window = target.setting("key-window").orElse("1d");
    return new WebhookSettings(
        settings.url("base-url", ADDRESS),
        secret,
        NONE.matcher(window.strip()).matches()
            ? Duration.ZERO
            : Durations.parse(target.key("key-window"), window),
        settings.flag("repeat-at-once", false));
  }

  private static boolean isOfBytes(String secret) {
    try {
      int bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length())).length;
      return bytes >= LEAST_BYTES && bytes <= MOST_BYTES;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The secret without its prefix. */
  String secretKey() {
    return secret.substring(PREFIX.length());
  }

  /** Without the secret, and without a path that might be one. */
  @Override
  public String toString() {
    return "WebhookSettings[" + baseUrl.getHost() + "]";
  }
}
