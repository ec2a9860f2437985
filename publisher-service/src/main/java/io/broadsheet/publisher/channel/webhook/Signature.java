package io.broadsheet.publisher.channel.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The symmetric signature of Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA256
 * of id, timestamp and body, joined by full stops.
 */
final class Signature {

  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /**
   * What stands in {@code webhook-signature}.
   *
   * @param secretKey base 64
   * @param timestamp seconds since 1970
   */
  static String of(String secretKey, String id, long timestamp, String body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(secretKey), ALGORITHM));
      String signed = id + "." + timestamp + "." + body;
      byte[] signature = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
