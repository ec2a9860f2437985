package io.broadsheet.sandbox.telegraph;

import io.broadsheet.sandbox.text.Latin;
import java.time.LocalDate;

/**
 * A page's path: the title in Latin letters, then month and day, then a number for repeats on one
 * day.
 */
final class PagePath {
  private PagePath() {}

  /** The path without a repeat's number. */
  static String of(String title, LocalDate day) {
    StringBuilder slug = new StringBuilder();
    for (char c : title.toCharArray()) {
      String latin = Latin.of(c);
      if (latin != null) {
        slug.append(latin);
      } else if (c < 0x80 && Character.isLetterOrDigit(c)) {
        slug.append(c);
      } else if (slug.length() > 0 && slug.charAt(slug.length() - 1) != '-') {
        slug.append('-');
      }
    }
    if (slug.length() > 0 && slug.charAt(slug.length() - 1) != '-') {
      slug.append('-');
    }
    return "%s%02d-%02d".formatted(slug, day.getMonthValue(), day.getDayOfMonth());
  }
}
