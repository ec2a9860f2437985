package io.broadsheet.publisher.rendering;

import java.util.regex.Pattern;

/**
 * Text that no service makes a link of: {@code https://example.com/a} reads {@code
 * example[.]com/a}, as security reports write addresses. A dot between a letter or a digit and a
 * word of two letters or more is written so, whatever the word, for which words are top-level
 * domains changes; {@code Node.js} becomes {@code Node[.]js}, {@code 3.14} stays.
 */
final class Unlinked {

  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]{0,30}://");
  private static final Pattern DOT =
      Pattern.compile(
          "\\.(?=\\p{L}\\p{M}*[\\p{L}\\p{N}-])(?<=[\\p{L}\\p{M}\\p{N}\\p{S}\\p{Cf}_-]\\.)");
  private static final Pattern IPV4 =
      Pattern.compile(
          "(?=\\d)(?<![\\d.])(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})(?![\\d.])");

  private Unlinked() {}

  static String of(String text) {
    String withoutSchemes =
        text.contains("://") ? SCHEME.matcher(text).replaceAll("").replace("://", ": //") : text;
    String withoutNumbers = IPV4.matcher(withoutSchemes).replaceAll("$1[.]$2[.]$3[.]$4");
    return DOT.matcher(withoutNumbers).replaceAll("[.]");
  }
}
