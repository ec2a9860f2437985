package io.broadsheet.sandbox.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the material of a composer apart into the writers' drafts. */
final class Drafts {
  /**
   * What may announce a draft, the plainest first; the first form that occurs is the one that
   * counts.
   */
  private static final List<Pattern> ANNOUNCEMENTS =
      List.of(
          Pattern.compile(
              "(?im)^(?:#{1,3}[ \\t]*)?(?:Writer|Draft by|Draft of|Author|Draft|Section by|Автор)(?::|[ \\t])[ \\t]*(.+?)[ \\t]*:?[ \\t]*\\r?$"),
          Pattern.compile("(?m)^={2,}[ \\t]*(.+?)[ \\t]*=*[ \\t]*\\r?$"),
          Pattern.compile("(?m)^\\[([\\p{L}][^\\]\\n]{0,60})\\][ \\t]*\\r?$"),
          Pattern.compile("(?m)^#{1,2}[ \\t]+(.+?)[ \\t]*\\r?$"));

  /** A draft and who wrote it; {@code writer} is empty when the material does not say. */
  record Draft(String writer, String text) {}

  private Drafts() {}

  static List<Draft> of(String material) {
    for (Pattern announcement : ANNOUNCEMENTS) {
      List<Draft> drafts = split(material, announcement);
      if (!drafts.isEmpty()) {
        return drafts;
      }
    }
    return material.isBlank() ? List.of() : List.of(new Draft("", demoted(material)));
  }

  private static List<Draft> split(String material, Pattern announcement) {
    List<Draft> drafts = new ArrayList<>();
    Matcher matcher = announcement.matcher(material);
    String writer = null;
    int start = 0;
    while (matcher.find()) {
      if (writer != null) {
        add(drafts, writer, material.substring(start, matcher.start()));
      }
      writer = matcher.group(1);
      start = matcher.end();
    }
    if (writer != null) {
      add(drafts, writer, material.substring(start));
    }
    return drafts;
  }

  private static void add(List<Draft> drafts, String writer, String text) {
    String clean = demoted(text);
    if (!clean.isEmpty()) {
      drafts.add(new Draft(writer.replaceAll("[*_`#]", "").strip(), clean));
    }
  }

  /**
   * Headings of a draft go below the article's own; separators between drafts are no part of them.
   */
  private static String demoted(String text) {
    return text.strip()
        .replaceAll("(?m)^#{1,2}(?=[ \\t])", "###")
        .replaceAll("(?:\\r?\\n)+---+\\s*$", "")
        .replaceAll("^---+\\s*\\r?\\n", "")
        .strip();
  }
}
