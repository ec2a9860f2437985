package io.broadsheet.publisher.rendering;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * Where a block that is too long for a message is cut: behind a sentence, or a line of code; else
 * behind a word, else behind a character. Never within a link, unless nothing of it would fit.
 */
final class TelegramCut {

  private final TextBreaks breaks;

  TelegramCut(String language) {
    this.breaks = new TextBreaks(Locale.forLanguageTag(language));
  }

  /** Where the last whole sentence, or line of code, ends that fits; 0 if none does. */
  int tidy(TelegramBlock block, Size room) {
    return tidy(block, window(block.text(), room), fitting(block.text(), room));
  }

  /** Where to cut so that something fits; above 0 if there is room for one code point. */
  int forced(TelegramBlock block, Size room) {
    StyledText text = block.text();
    String window = window(text, room);
    IntPredicate fits = fitting(text, room);
    int much = window.length() / 4;
    int best = 0;
    int tidy = tidy(block, window, fits);
    if (tidy >= much) {
      return tidy;
    }
    for (List<Integer> ends : List.of(breaks.words(window), breaks.characters(window))) {
      best = Math.max(best, TextBreaks.last(outsideLinks(text, ends), fits));
      if (best >= much) {
        return best;
      }
    }
    return best > 0 ? best : anywhere(window, fits);
  }

  private int tidy(TelegramBlock block, String window, IntPredicate fits) {
    List<Integer> ends =
        block.kind() == TelegramBlock.Kind.CODE ? lines(window) : breaks.sentences(window);
    return TextBreaks.last(outsideLinks(block.text(), ends), fits);
  }

  private int anywhere(String window, IntPredicate fits) {
    int end = TextBreaks.last(breaks.words(window), fits);
    if (end == 0) {
      end = TextBreaks.last(breaks.characters(window), fits);
    }
    return end > 0 ? end : TextBreaks.last(TextBreaks.codePoints(window), fits);
  }

  private static IntPredicate fitting(StyledText text, Size room) {
    return end -> text.slice(0, end).size().fits(room);
  }

  // No more of the text can fit; the next sentence must be seen to begin.
  private static String window(StyledText text, Size room) {
    String visible = text.visible();
    int end = Math.max(0, 2 * room.codePoints() + 100);
    return visible.substring(0, Math.min(visible.length(), end));
  }

  private static List<Integer> outsideLinks(StyledText text, List<Integer> ends) {
    return ends.stream().filter(end -> !text.isInsideLink(end)).toList();
  }

  private static List<Integer> lines(String text) {
    List<Integer> ends = new ArrayList<>();
    for (int at = text.indexOf('\n', 1); at > 0; at = text.indexOf('\n', at + 1)) {
      ends.add(at);
    }
    return ends;
  }
}
