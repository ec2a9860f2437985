package io.broadsheet.publisher.channel.vk;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * {@code wall.post}'s {@code guid}: the same for every call with one key, whatever stands in it.
 */
final class Guid {

  private static final int LENGTH = 32;

  private Guid() {}

  /** 32 hexadecimal digits. */
  static String of(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
