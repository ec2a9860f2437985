package io.broadsheet.sandbox.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The symmetric signature {@code v1} of Standard Webhooks 1.0. */
final class Signature {
  private static final String VERSION = "v1,";

  private Signature() {}

  /** The signature of a delivery, as it stands in {@code webhook-signature}. */
  static String of(byte[] key, String id, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return VERSION + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /** Whether one of the signatures, separated by spaces, is the right one. */
  static boolean isAmong(String signatures, String expected) {
    boolean found = false;
    for (String signature : signatures.split(" ")) {
      found |=
          MessageDigest.isEqual(
              signature.getBytes(StandardCharsets.UTF_8),
              expected.getBytes(StandardCharsets.UTF_8));
    }
    return found;
  }
}
