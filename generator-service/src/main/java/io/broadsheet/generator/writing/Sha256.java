package io.broadsheet.generator.writing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes of texts. */
final class Sha256 {

  private static final int SHORT = 12;

  private Sha256() {}

  /** The hash, in hex, of texts one after the other, each told from the next. */
  static String hex(String... texts) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (String text : texts) {
        sha256.update(text.getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) 0);
      }
      return HexFormat.of().formatHex(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Its first twelve digits, to tell versions apart. */
  static String shortHex(String... texts) {
    return hex(texts).substring(0, SHORT);
  }
}
