package io.broadsheet.publisher.rendering;

import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/**
 * Makes plain text fit: whole sentences if at least one fits, else whole words and an ellipsis,
 * else whole characters and an ellipsis. A cut never falls inside a character or a web address.
 */
public final class Shortening {

  static final String ELLIPSIS = "…";

  private final TextBreaks breaks;
  private final ToIntFunction<String> measure;

  private Shortening(TextBreaks breaks, ToIntFunction<String> measure) {
    this.breaks = breaks;
    this.measure = measure;
  }

  /**
   * Shortening by a measure of length.
   *
   * @param language decides where sentences and words end
   * @param measure must not grow when text is taken away from the end
   */
  public static Shortening by(String language, ToIntFunction<String> measure) {
    return new Shortening(new TextBreaks(Locale.forLanguageTag(language)), measure);
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

  /**
   * On one line and with an ellipsis where it had to be cut, as a title is. A title does not
   * vanish: where nothing else fits, it is cut at a code point.
   */
  public String fitTitle(String title, int max) {
    String line = CleanText.line(title);
    if (measure.applyAsInt(line) <= max) {
      return line;
    }
    String cut = cut(line, max);
    return cut.isEmpty() ? cut(line, TextBreaks.codePoints(line), max) : cut;
  }

  /** Where the last sentence ends whose end fits; 0 if none does. */
  int sentencesEnd(String text, IntPredicate fits) {
    return TextBreaks.last(breaks.sentences(text), fits);
  }

  /** Where the last word ends whose end fits, or else the last character; 0 if none does. */
  int wordsEnd(String text, IntPredicate fits) {
    int words = TextBreaks.last(breaks.words(text), fits);
    return words > 0 ? words : TextBreaks.last(breaks.characters(text), fits);
  }

  private String cut(String text, int max) {
    String words = cut(text, breaks.words(text), max);
    return words.isEmpty() ? cut(text, breaks.characters(text), max) : words;
  }

  private String cut(String text, List<Integer> ends, int max) {
    int end = TextBreaks.last(ends, at -> fits(text.substring(0, at) + ELLIPSIS, max));
    return end == 0 ? "" : text.substring(0, end) + ELLIPSIS;
  }

  private boolean fits(String text, int max) {
    return measure.applyAsInt(text) <= max;
  }
}
