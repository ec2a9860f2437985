package io.broadsheet.sandbox.llm;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A Russian phrase and its English, with at most one slot: {@code «{t}»} in the Russian, {@code
 * {t}} in the English.
 */
record Phrase(String russian, String english) {
  private static final String SLOT = "{t}";

  /** A match: how many characters of the text it took, and their English. */
  record Match(int length, String english) {}

  boolean hasSlot() {
    return russian.contains(SLOT);
  }

  String russianWith(String topic) {
    return russian.replace(SLOT, topic);
  }

  /**
   * Matches at a position. The first letter's case is free, and kept.
   *
   * @param slot translates what stands in the slot
   */
  Optional<Match> matchAt(String text, int at, UnaryOperator<String> slot) {
    int hole = russian.indexOf(SLOT);
    String head = hole < 0 ? russian : russian.substring(0, hole);
    if (!startsWith(text, at, head)) {
      return Optional.empty();
    }
    boolean raised =
        Character.isUpperCase(text.charAt(at)) && Character.isLowerCase(english.charAt(0));
    if (hole < 0) {
      return endsAtWord(text, at + head.length())
          ? Optional.of(new Match(head.length(), raised ? capitalised(english) : english))
          : Optional.empty();
    }
    String tail = russian.substring(hole + SLOT.length());
    int end = text.indexOf(tail, at + head.length());
    if (end < 0 || text.substring(at + head.length(), end).indexOf('\n') >= 0) {
      return Optional.empty();
    }
    String filled = english.replace(SLOT, slot.apply(text.substring(at + head.length(), end)));
    return Optional.of(new Match(end + tail.length() - at, raised ? capitalised(filled) : filled));
  }

  private static boolean startsWith(String text, int at, String head) {
    return text.regionMatches(true, at, head, 0, 1)
        && text.regionMatches(at + 1, head, 1, head.length() - 1);
  }

  private boolean endsAtWord(String text, int end) {
    return end >= text.length()
        || !Character.isLetter(russian.charAt(russian.length() - 1))
        || !Character.isLetter(text.charAt(end));
  }

  static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
