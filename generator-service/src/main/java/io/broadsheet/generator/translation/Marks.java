package io.broadsheet.generator.translation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Marks around what a translator must copy: {@code ⟦u1⟧} stands for an address, {@code ⟦c1⟧} for
 * code, {@code ⟦h1⟧} for HTML, {@code ⟦1961⟧} is a number that is shown. No model takes these
 * brackets for words, and no article needs them.
 */
final class Marks {

  /** Stands for a hard line break. */
  static final String LINE_BREAK = "⟦br⟧";

  private static final Pattern ANY = Pattern.compile("⟦\\s*([^⟦⟧\\n]{1,60}?)\\s*⟧");

  private Marks() {}

  static String of(String content) {
    return "⟦" + content + "⟧";
  }

  static Matcher in(String text) {
    return ANY.matcher(text);
  }

  /** How often a mark stands in a text. */
  static long count(String content, String text) {
    return in(text).results().filter(mark -> mark.group(1).equals(content)).count();
  }

  /** Whether a bracket of a mark stands in a text. */
  static boolean anyLeft(String text) {
    return text.indexOf('⟦') >= 0 || text.indexOf('⟧') >= 0;
  }
}
