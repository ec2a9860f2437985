package io.broadsheet.generator.writing.gate;

/**
 * How long a text may be.
 *
 * @param least characters (code points) at least
 * @param most characters at most
 */
public record Bounds(int least, int most) {

  /** The length of a text as it is bounded, in code points. */
  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  boolean hold(String text) {
    int length = length(text);
    return length >= least && length <= most;
  }
}
