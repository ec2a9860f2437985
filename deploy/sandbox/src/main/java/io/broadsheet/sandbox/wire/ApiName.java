package io.broadsheet.sandbox.wire;

import java.util.Locale;
import java.util.Optional;

/** The APIs the sandbox stands in for. */
public enum ApiName {
  TELEGRAM,
  TELEGRAPH,
  VK,
  LLM,
  MASTODON,
  BLUESKY,
  WEBHOOK;

  /** The name in paths, fault rules and the journal. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The API of that name, in lower case; empty when there is none. */
  public static Optional<ApiName> of(String text) {
    for (ApiName name : values()) {
      if (name.text().equals(text)) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }
}
