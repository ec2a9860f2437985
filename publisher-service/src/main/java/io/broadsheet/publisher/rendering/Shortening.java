package io.broadsheet.publisher.rendering;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * Makes plain text fit: whole sentences if at least one fits, else whole words and an ellipsis,
 * else whole characters and an ellipsis. A cut never falls inside a character.
 */
public final class Shortening {

  static final String ELLIPSIS = "…";

  /** A full stop or the like, and the quotes and brackets that may close behind it. */
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?…。！？][\\p{Pe}\\p{Pf}\"']*$");

  private static final int MARKS = 8;

  private final Locale locale;
  private final ToIntFunction<String> measure;

  private Shortening(Locale locale, ToIntFunction<String> measure) {
    this.locale = locale;
    this.measure = measure;
  }

  /**
   * Shortening by a measure of length.
   *
   * @param language decides where sentences and words end
   * @param measure must not grow when text is taken away from the end
   */
  public static Shortening by(String language, ToIntFunction<String> measure) {
    return new Shortening(Locale.forLanguageTag(language), measure);
  }

  /** Shortening by code points. */
  public static Shortening byCodePoints(String language) {
    return by(language, CleanText::length);
  }

  /**
   * The text, or the longest beginning of it that fits.
   *
   * @param max the most it may measure; what is below the measure of one character and an ellipsis
   *     gives empty text
   */
  public String fit(String text, int max) {
    if (measure.applyAsInt(text) <= max) {
      return text;
    }
    String sentences = fitSentences(text, max);
    return sentences.isEmpty() ? cut(text, max) : sentences;
  }

  /** As many whole sentences as fit; may be empty. */
  public String fitSentences(String text, int max) {
    return text.substring(0, sentencesEnd(text, end -> fits(text.substring(0, end), max)));
  }

  /** On one line and with an ellipsis where it had to be cut, as a title is. */
  public String fitTitle(String title, int max) {
    String line = CleanText.line(title);
    return measure.applyAsInt(line) <= max ? line : cut(line, max);
  }

  /** Where the last sentence ends whose end fits; 0 if none does. */
  int sentencesEnd(String text, IntPredicate fits) {
    List<Integer> ends =
        ends(BreakIterator.getSentenceInstance(locale), text).stream()
            .filter(end -> isSentenceEnd(text, end))
            .toList();
    return last(ends, fits);
  }

  /** Where the last word ends whose end fits, or else the last character; 0 if none does. */
  int wordsEnd(String text, IntPredicate fits) {
    int words = last(ends(BreakIterator.getWordInstance(locale), text), fits);
    return words > 0 ? words : last(ends(BreakIterator.getCharacterInstance(locale), text), fits);
  }

  // Java also breaks where a new line begins with a capital, and between some symbols.
  private static boolean isSentenceEnd(String text, int end) {
    return SENTENCE_END.matcher(text.substring(Math.max(0, end - MARKS), end)).find()
        || text.startsWith("\n", end);
  }

  private String cut(String text, int max) {
    int end = wordsEnd(text, at -> fits(text.substring(0, at) + ELLIPSIS, max));
    return end == 0 ? "" : text.substring(0, end) + ELLIPSIS;
  }

  private boolean fits(String text, int max) {
    return measure.applyAsInt(text) <= max;
  }

  private static List<Integer> ends(BreakIterator breaks, String text) {
    List<Integer> ends = new ArrayList<>();
    breaks.setText(text);
    for (int at = breaks.next(); at != BreakIterator.DONE; at = breaks.next()) {
      int end = at;
      while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
        end--;
      }
      if (end > 0) {
        ends.add(end);
      }
    }
    return ends;
  }

  // What fits, fits with less too, so the last is found by halving.
  private static int last(List<Integer> ends, IntPredicate fits) {
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
}
