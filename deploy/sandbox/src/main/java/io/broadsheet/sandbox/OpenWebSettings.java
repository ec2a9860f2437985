package io.broadsheet.sandbox;

import io.broadsheet.sandbox.bluesky.BlueskySettings;
import io.broadsheet.sandbox.mastodon.MastodonSettings;
import io.broadsheet.sandbox.webhook.WebhookSettings;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** How the channels of the open web behave, where installations differ or reports do. */
public record OpenWebSettings(
    MastodonSettings mastodon, BlueskySettings bluesky, WebhookSettings webhook) {

  /** As the real ones are by default. */
  public static final OpenWebSettings DEFAULTS =
      new OpenWebSettings(
          MastodonSettings.DEFAULTS, BlueskySettings.DEFAULTS, WebhookSettings.DEFAULTS);

  /** The names of the settings. */
  static final Set<String> NAMES =
      Set.of(
          "mastodon-max-characters",
          "mastodon-rate",
          "mastodon-idempotency",
          "bluesky-token-ttl",
          "bluesky-sessions",
          "bluesky-points",
          "webhook-secret",
          "webhook-repeats",
          "webhook-gone");

  /**
   * The same with one setting changed.
   *
   * @throws IllegalArgumentException saying which setting is wrong and why
   */
  OpenWebSettings with(String name, String value) {
    MastodonSettings m = mastodon;
    BlueskySettings b = bluesky;
    WebhookSettings w = webhook;
    switch (name) {
      case "mastodon-max-characters" ->
          m = new MastodonSettings(number(name, value, 1), m.rate(), m.idempotency());
      case "mastodon-rate" ->
          m = new MastodonSettings(m.maxCharacters(), number(name, value, 0), m.idempotency());
      case "mastodon-idempotency" ->
          m = new MastodonSettings(m.maxCharacters(), m.rate(), honoured(name, value));
      case "bluesky-token-ttl" ->
          b = new BlueskySettings(number(name, value, 1), b.sessions(), b.points());
      case "bluesky-sessions" ->
          b = new BlueskySettings(b.tokenSeconds(), number(name, value, 0), b.points());
      case "bluesky-points" ->
          b = new BlueskySettings(b.tokenSeconds(), b.sessions(), number(name, value, 0));
      case "webhook-secret" -> w = new WebhookSettings(value, w.repeatsHonoured(), w.gone());
      case "webhook-repeats" ->
          w = new WebhookSettings(w.secret(), honoured(name, value), w.gone());
      case "webhook-gone" -> w = new WebhookSettings(w.secret(), w.repeatsHonoured(), names(value));
      default -> throw new IllegalArgumentException("unknown setting " + name);
    }
    return new OpenWebSettings(m, b, w);
  }

  private static int number(String name, String value, int least) {
    if (value.strip().matches("\\d{1,9}") && Integer.parseInt(value.strip()) >= least) {
      return Integer.parseInt(value.strip());
    }
    throw new IllegalArgumentException(
        "%s must be a whole number from %d, not %s".formatted(name, least, value));
  }

  private static boolean honoured(String name, String value) {
    if (!value.equals("honoured") && !value.equals("ignored")) {
      throw new IllegalArgumentException(name + " must be honoured or ignored, not " + value);
    }
    return value.equals("honoured");
  }

  private static Set<String> names(String value) {
    return Arrays.stream(value.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
