package io.broadsheet.common.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/** Finds what a misspelt name was meant to be. */
public final class Spelling {

  private Spelling() {}

  /**
   * The known name that is most like a misspelt one, however unlike it may be.
   *
   * @param known at least one
   */
  public static String nearest(Stream<String> known, String misspelt) {
    return known.min(Comparator.comparingInt(name -> distance(name, misspelt))).orElseThrow();
  }

  // Levenshtein's: how many characters are to be put in, left out or changed.
  static int distance(String one, String other) {
    int[] above = new int[other.length() + 1];
    Arrays.setAll(above, column -> column);
    for (int row = 1; row <= one.length(); row++) {
      int[] current = new int[other.length() + 1];
      current[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int changed = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        current[column] =
            Math.min(above[column - 1] + changed, 1 + Math.min(above[column], current[column - 1]));
      }
      above = current;
    }
    return above[other.length()];
  }
}
