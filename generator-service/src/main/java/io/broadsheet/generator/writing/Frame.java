package io.broadsheet.generator.writing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a composer writes of an article: a lead, then parts under headings of the second level.
 * Where an author's section is to stand, the part is nothing but the author's mark, {@code
 * [[name]]}: the section itself is put there word for word, so that a composer can neither change
 * nor shorten what appears under another's name.
 *
 * @param lead Markdown before the first heading
 * @param parts in their order
 */
public record Frame(String lead, List<Part> parts) {

  private static final Pattern MARK = Pattern.compile("\\[\\[\\s*([^\\[\\]\\n]{1,100}?)\\s*\\]\\]");

  /**
   * A part of the article.
   *
   * @param heading without its {@code ##}
   * @param text Markdown, or an author's mark
   */
  public record Part(String heading, String text) {

    /** The author whose section stands here; empty if the composer wrote the part. */
    public Optional<String> author() {
      Matcher mark = MARK.matcher(text);
      return mark.matches() ? Optional.of(name(mark)) : Optional.empty();
    }

    /**
     * Whether it stands under a heading, whatever the case, the marks of Markdown and the signs.
     */
    public boolean isUnder(String expected) {
      return bare(heading).equals(bare(expected));
    }

    private static String bare(String heading) {
      return heading.replaceAll("[^\\p{L}\\p{N}]+", " ").strip().toLowerCase(Locale.ROOT);
    }
  }

  public Frame {
    parts = List.copyOf(parts);
  }

  /** The mark of an author's section, for instance {@code [[anna]]}. */
  public static String mark(String author) {
    return "[[" + author + "]]";
  }

  /** The authors whose marks stand anywhere in a text, in their order, as often as they stand. */
  public static List<String> marks(String text) {
    return MARK.matcher(text)
        .results()
        .map(mark -> mark.group(1).toLowerCase(Locale.ROOT))
        .toList();
  }

  /** Takes an article's body apart. Any text has a frame; a bad one has gates to refuse it. */
  public static Frame of(String body) {
    List<Part> parts = new ArrayList<>();
    List<PartHeading> headings = PartHeading.of(body);
    for (int i = 0; i < headings.size(); i++) {
      parts.add(
          new Part(headings.get(i).text(), between(body, headings.get(i).end(), headings, i + 1)));
    }
    return new Frame(between(body, 0, headings, 0), parts);
  }

  private static String between(String body, int start, List<PartHeading> headings, int next) {
    int end = next < headings.size() ? headings.get(next).start() : body.length();
    return body.substring(start, end).strip();
  }

  /**
   * A frame without a composer: the sections in their order, each under its own heading.
   *
   * @param lead Markdown, which may have parts of its own
   */
  static Frame plain(String lead, List<Section> sections) {
    StringBuilder body = new StringBuilder(lead);
    for (Section section : sections) {
      body.append("\n\n## ").append(section.heading()).append("\n\n");
      body.append(mark(section.writer()));
    }
    return of(body.toString());
  }

  /** Whose sections stand in which parts, in their order. */
  public List<Byline> bylines() {
    List<Byline> bylines = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      int part = i;
      parts.get(i).author().ifPresent(author -> bylines.add(new Byline(part, author)));
    }
    return bylines;
  }

  /**
   * The article's body: each section in its place, its own headings below the article's.
   *
   * @param sections of exactly the authors whose marks stand here
   */
  public String filled(List<Section> sections) {
    Map<String, String> texts = new HashMap<>();
    sections.forEach(section -> texts.put(section.writer(), section.text()));
    StringBuilder body = new StringBuilder(lead);
    for (Part part : parts) {
      String text =
          part.author().map(author -> LowerHeadings.of(texts.get(author))).orElse(part.text());
      body.append("\n\n## ").append(part.heading()).append("\n\n").append(text);
    }
    return body.toString().strip();
  }

  private static String name(Matcher mark) {
    return mark.group(1).toLowerCase(Locale.ROOT);
  }
}
