package io.broadsheet.publisher.rendering;

import java.util.regex.Pattern;

/** Text from outside, without what no API and no reader can use. */
public final class CleanText {

  private static final int REPLACEMENT = 0xFFFD;
  private static final Pattern SPACE = Pattern.compile("[\\s\\u00A0\\u2028\\u2029]+");

  private CleanText() {}

  /**
   * The text with line breaks as {@code \n}; without control characters other than them and tabs,
   * and without the invisible marks that turn the direction of text round ("Trojan source");
   * unpaired surrogates, which no UTF-8 can hold, become U+FFFD.
   */
  public static String of(String text) {
    if (isClean(text)) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .replace('\r', '\n')
        .codePoints()
        .filter(CleanText::isWanted)
        .map(c -> isSurrogate(c) ? REPLACEMENT : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  /**
   * The same on one line, runs of white space as one space; empty if nothing of it can be seen, for
   * instance of zero-width characters alone.
   */
  public static String line(String text) {
    String line = SPACE.matcher(of(text)).replaceAll(" ").strip();
    return line.codePoints().anyMatch(CleanText::isVisible) ? line : "";
  }

  private static boolean isVisible(int c) {
    return Character.getType(c) != Character.FORMAT && !Character.isSpaceChar(c);
  }

  /** The length that Telegram and VK count: Unicode code points. */
  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  // Nearly all texts are, and every piece of one is asked for.
  private static boolean isClean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isWanted(c) || Character.isSurrogate(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWanted(int c) {
    return c == '\n' || c == '\t' || !Character.isISOControl(c) && !turnsDirection(c);
  }

  private static boolean turnsDirection(int c) {
    return c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }
}
