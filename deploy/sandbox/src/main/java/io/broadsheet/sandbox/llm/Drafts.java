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
              "(?im)^(?:#{1,3}[ \\t]*)?(?:(?:Writer|Author|Draft|Автор):|(?:Draft|Section) by[ \\t])[ \\t]*(.+?)[ \\t]*:?[ \\t]*\\r?$"),
          Pattern.compile("(?m)^={2,}[ \\t]*(.+?)[ \\t]*=*[ \\t]*\\r?$"),
          Pattern.compile("(?m)^\\[([\\p{L}][^\\]\\n]{0,60})\\][ \\t]*\\r?$"));

  private static final Pattern MARK =
      Pattern.compile("(?m)^\\[\\[([a-z0-9-]+)\\]\\][ \\t]+(.+?)[ \\t]*\\r?$");

  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,2}[ \\t]+(.+?)[ \\t]*\\r?$");

  /**
   * A draft under its name.
   *
   * @param name the writer's, or the section's heading; empty when the material does not say
   * @param isHeading whether the name is a heading and stays as it is
   */
  record Draft(String name, boolean isHeading, String text) {}

  private Drafts() {}

  static List<Draft> of(String material) {
    for (Pattern announcement : ANNOUNCEMENTS) {
      List<Draft> drafts = split(material, announcement, false);
      if (!drafts.isEmpty()) {
        return drafts;
      }
    }
    List<Draft> headed = split(material, HEADING, true);
    if (!headed.isEmpty()) {
      return headed;
    }
    return material.isBlank() ? List.of() : List.of(new Draft("", false, demoted(material)));
  }

  /** The headings of drafts that are announced by marks, each under its writer's name. */
  static List<Draft> marked(String material) {
    return MARK.matcher(material)
        .results()
        .map(mark -> new Draft(mark.group(1), false, mark.group(2)))
        .toList();
  }

  private static List<Draft> split(String material, Pattern announcement, boolean headings) {
    List<Draft> drafts = new ArrayList<>();
    Matcher matcher = announcement.matcher(material);
    String name = null;
    int start = 0;
    while (matcher.find()) {
      if (name != null) {
        add(drafts, name, headings, material.substring(start, matcher.start()));
      }
      name = matcher.group(1);
      start = matcher.end();
    }
    if (name != null) {
      add(drafts, name, headings, material.substring(start));
    }
    return drafts;
  }

  private static void add(List<Draft> drafts, String name, boolean isHeading, String text) {
    String clean = demoted(text);
    if (!clean.isEmpty()) {
      drafts.add(new Draft(name.replaceAll("[*_`#]", "").strip(), isHeading, clean));
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
