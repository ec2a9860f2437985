package io.broadsheet.sandbox.telegram;

import java.util.ArrayList;
import java.util.List;

/** Visible text and its entities, in order of offset, the longer first. */
record FormattedText(String text, List<Entity> entities) {

  /**
   * The text without white space at its ends, as Telegram stores it; entities shrink with it, and
   * those with nothing left vanish.
   */
  FormattedText trimmed() {
    int start = 0;
    int end = text.length();
    while (start < end && isBlank(text.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    List<Entity> kept = new ArrayList<>();
    for (Entity entity : entities) {
      int from = Math.max(entity.offset(), start);
      int to = Math.min(entity.offset() + entity.length(), end);
      if (from < to) {
        kept.add(new Entity(entity.type(), from - start, to - from, entity.argument()));
      }
    }
    return new FormattedText(text.substring(start, end), kept);
  }

  /** The length that Telegram's limits count: Unicode code points. */
  int codePoints() {
    return text.codePointCount(0, text.length());
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }
}
