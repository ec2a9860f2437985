package io.broadsheet.publisher.rendering;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a text may be cut: behind sentences, words or characters as readers see them, never within
 * a web address, which would lead elsewhere. Offsets are in UTF-16 code units, rising, and stand
 * before the white space that follows.
 */
final class TextBreaks {

  /** A full stop or the like, and the quotes and brackets that may close behind it. */
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?…。！？][\\p{Pe}\\p{Pf}\"']*$");

  private static final Pattern ADDRESS = Pattern.compile("(?i)\\(?https?://\\S+");
  private static final int MARKS = 8;

  private final Locale locale;

  TextBreaks(Locale locale) {
    this.locale = locale;
  }

  List<Integer> sentences(String text) {
    return ends(BreakIterator.getSentenceInstance(locale), text).stream()
        .filter(end -> isSentenceEnd(text, end))
        .toList();
  }

  List<Integer> words(String text) {
    return ends(BreakIterator.getWordInstance(locale), text);
  }

  List<Integer> characters(String text) {
    return ends(BreakIterator.getCharacterInstance(locale), text);
  }

  /** For what has no other break; these may fall anywhere but within a code point. */
  static List<Integer> codePoints(String text) {
    List<Integer> ends = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      at += Character.charCount(text.codePointAt(at));
      ends.add(at);
    }
    return ends;
  }

  /** The last that fits, 0 if none does; what fits, fits with less too. */
  static int last(List<Integer> ends, IntPredicate fits) {
    int fitting = -1;
    int tooLong = ends.size();
    while (tooLong - fitting > 1) {
      int middle = (fitting + tooLong) >>> 1;
      if (fits.test(ends.get(middle))) {
        fitting = middle;
      } else {
        tooLong = middle;
      }
    }
    return fitting < 0 ? 0 : ends.get(fitting);
  }

  // Java also breaks where a new line begins with a capital, and between some symbols.
  private static boolean isSentenceEnd(String text, int end) {
    return SENTENCE_END.matcher(text.substring(Math.max(0, end - MARKS), end)).find()
        || text.startsWith("\n", end);
  }

  private static List<Integer> ends(BreakIterator breaks, String text) {
    List<Integer> ends = new ArrayList<>();
    Matcher address = ADDRESS.matcher(text);
    boolean ahead = address.find();
    breaks.setText(text);
    for (int at = breaks.next(); at != BreakIterator.DONE; at = breaks.next()) {
      int end = at;
      while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
        end--;
      }
      while (ahead && address.end() <= end) {
        ahead = address.find();
      }
      boolean within = ahead && address.start() < end;
      if (end > 0 && !within) {
        ends.add(end);
      }
    }
    return ends;
  }
}
