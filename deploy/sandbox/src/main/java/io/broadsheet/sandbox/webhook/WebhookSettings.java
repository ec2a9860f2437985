package io.broadsheet.sandbox.webhook;

import java.util.Base64;
import java.util.Set;

/**
 * How the receiver behaves.
 *
 * @param secret what deliveries must be signed with, {@code whsec_} and base 64
 * @param repeatsHonoured whether a {@code webhook-id} seen before is answered without a second
 *     effect, as receivers should
 * @param gone hooks answered with 410: their owners want nothing more
 */
public record WebhookSettings(String secret, boolean repeatsHonoured, Set<String> gone) {
  /** The secret unless another is set; not secret at all. */
  public static final String DEFAULT_SECRET = "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gt";

  /** The default secret, repeats honoured, no hook gone. */
  public static final WebhookSettings DEFAULTS =
      new WebhookSettings(DEFAULT_SECRET, true, Set.of());

  private static final String PREFIX = "whsec_";

  /**
   * @throws IllegalArgumentException when the secret has another form
   */
  public WebhookSettings {
    if (!secret.matches(PREFIX + "[A-Za-z0-9+/]{24,}={0,2}")) {
      throw new IllegalArgumentException("webhook-secret must be whsec_ and base 64");
    }
    Base64.getDecoder().decode(secret.substring(PREFIX.length()));
  }

  /** The bytes of the secret. */
  byte[] key() {
    return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
  }
}
