package io.broadsheet.publisher.channel.bluesky;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Timestamp identifiers (https://atproto.com/specs/tid): 53 bits of microseconds since 1970 and 10
 * bits of clock number, as 13 letters. Posts under keys of another form are stored, but Bluesky
 * never shows them.
 */
final class Tid {

  private static final String LETTERS = "234567abcdefghijklmnopqrstuvwxyz";
  private static final int LENGTH = 13;
  private static final int BITS_OF_A_LETTER = 5;
  private static final int CLOCK_BITS = 10;
  private static final int SPREAD_BITS = 20;

  private Tid() {}

  /**
   * The same for every call with one key. Within the second before {@code at} there are 2^30 of
   * them, of which the key chooses one.
   *
   * @param at when the post was rendered, which never changes after
   */
  static String of(Instant at, String key) {
    int hash = hash(key);
    long spread = hash & ((1 << SPREAD_BITS) - 1);
    long clock = hash >>> SPREAD_BITS & ((1 << CLOCK_BITS) - 1);
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, at) - spread;
    return encode(micros << CLOCK_BITS | clock);
  }

  private static String encode(long number) {
    StringBuilder letters = new StringBuilder(LENGTH);
    for (int i = LENGTH - 1; i >= 0; i--) {
      letters.append(LETTERS.charAt((int) (number >>> (BITS_OF_A_LETTER * i)) & 31));
    }
    return letters.toString();
  }

  private static int hash(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return new BigInteger(1, digest).intValue();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
