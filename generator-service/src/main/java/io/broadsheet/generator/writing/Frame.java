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

  private static final Pattern HEADING = Pattern.compile("##\\s+(.+?)\\s*#*\\s*");
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
    StringBuilder text = new StringBuilder();
    String lead = null;
    String heading = null;
    for (String line : body.lines().toList()) {
      Matcher next = HEADING.matcher(line);
      if (next.matches()) {
        if (heading == null) {
          lead = text.toString().strip();
        } else {
          parts.add(new Part(heading, text.toString().strip()));
        }
        heading = next.group(1);
        text.setLength(0);
      } else {
        text.append(line).append('\n');
      }
    }
    if (heading == null) {
      return new Frame(text.toString().strip(), List.of());
    }
    parts.add(new Part(heading, text.toString().strip()));
    return new Frame(lead, parts);
  }

  /** The authors in the order in which their sections stand. */
  public List<String> authors() {
    return parts.stream().map(Part::author).flatMap(Optional::stream).toList();
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
