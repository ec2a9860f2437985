package io.broadsheet.publisher.rendering;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * Makes plain text fit: whole sentences if at least one fits, else whole words and an ellipsis,
 * else whole characters and an ellipsis. A cut never falls inside a character.
 */
public final class Shortening {

  private static final String ELLIPSIS = "…";

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
    String sentences = longest(BreakIterator.getSentenceInstance(locale), text, "", max);
    if (!sentences.isEmpty()) {
      return sentences;
    }
    String words = longest(BreakIterator.getWordInstance(locale), text, ELLIPSIS, max);
    if (!words.isEmpty()) {
      return words;
    }
    return longest(BreakIterator.getCharacterInstance(locale), text, ELLIPSIS, max);
  }

  /** On one line and with an ellipsis where it had to be cut, as a title is. */
  public String fitTitle(String title, int max) {
    String line = CleanText.line(title);
    if (measure.applyAsInt(line) <= max) {
      return line;
    }
    String words = longest(BreakIterator.getWordInstance(locale), line, ELLIPSIS, max);
    return words.isEmpty()
        ? longest(BreakIterator.getCharacterInstance(locale), line, ELLIPSIS, max)
        : words;
  }

  private String longest(BreakIterator breaks, String text, String end, int max) {
    breaks.setText(text);
    String best = "";
    for (int at = breaks.next(); at != BreakIterator.DONE; at = breaks.next()) {
      String candidate = text.substring(0, at).stripTrailing();
      if (measure.applyAsInt(candidate + end) > max) {
        break;
      }
      if (!candidate.isEmpty()) {
        best = candidate + end;
      }
    }
    return best;
  }
}
