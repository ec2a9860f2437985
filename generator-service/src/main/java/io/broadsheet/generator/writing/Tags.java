package io.broadsheet.generator.writing;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An article's tags: at most {@value #MOST}, each lower-case letters, digits, spaces, hyphens,
 * pluses and inner full stops, at most {@value #LONGEST} characters, none twice.
 */
final class Tags {

  private static final int MOST = 6;
  private static final int LONGEST = 40;

  private Tags() {}

  /** The tags of a line, separated by commas or semicolons; what cannot be one is left out. */
  static List<String> read(String line) {
    return Arrays.stream(line.split("[,;]"))
        .map(Tags::normalised)
        .filter(tag -> !tag.isEmpty() && tag.codePointCount(0, tag.length()) <= LONGEST)
        .distinct()
        .limit(MOST)
        .toList();
  }

  private static String normalised(String tag) {
    return tag.replaceAll("[^\\p{L}\\p{M}\\p{N}+.\\s_-]", "")
        .replaceAll("[\\s_]+", " ")
        .replaceAll("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{M}\\p{N}+]+$", "")
        .toLowerCase(Locale.ROOT);
  }
}
