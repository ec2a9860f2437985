package io.broadsheet.publisher.rendering;

/** Text from outside, without what no API and no reader can use. */
public final class CleanText {

  private static final int REPLACEMENT = 0xFFFD;

  private CleanText() {}

  /**
   * The text with line breaks as {@code \n}; without control characters other than them and tabs,
   * and without the invisible marks that turn the direction of text round ("Trojan source");
   * unpaired surrogates, which no UTF-8 can hold, become U+FFFD.
   */
  public static String of(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .replace('\r', '\n')
        .codePoints()
        .filter(CleanText::isWanted)
        .map(c -> isSurrogate(c) ? REPLACEMENT : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  /** The same on one line, runs of white space as one space. */
  public static String line(String text) {
    return of(text).replaceAll("[\\s\\u00A0\\u2028\\u2029]+", " ").strip();
  }

  /** The length that Telegram and VK count: Unicode code points. */
  public static int length(String text) {
    return text.codePointCount(0, text.length());
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
