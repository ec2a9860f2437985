package io.broadsheet.generator.writing;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts an article together without a model: the topic as title, the sections under headings. */
final class PlainComposition {

  private static final int LONGEST_TITLE = 150;
  private static final int LONGEST_SUMMARY = 300;
  private static final Pattern MARKUP = Pattern.compile("[*_`>#]|!?\\[([^\\]]*)\\]\\([^)]*\\)");

  private PlainComposition() {}

  static Article of(String topic, List<Section> sections) {
    StringBuilder body = new StringBuilder();
    for (Section section : sections) {
      if (!section.text().startsWith("#")) {
        body.append("## ").append(section.heading()).append("\n\n");
      }
      body.append(section.text().strip()).append("\n\n");
    }
    return new Article(
        shortened(topic, LONGEST_TITLE),
        summary(sections.get(0).text()),
        List.of(),
        body.toString().strip());
  }

  private static String summary(String text) {
    String plain =
        text.lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .findFirst()
            .map(
                line ->
                    MARKUP
                        .matcher(line)
                        .replaceAll(
                            match ->
                                match.group(1) == null
                                    ? ""
                                    : Matcher.quoteReplacement(match.group(1)))
                        .strip())
            .orElse("");
    return shortened(plain.isEmpty() ? text.strip() : plain, LONGEST_SUMMARY);
  }

  private static String shortened(String text, int most) {
    String line = text.replaceAll("\\s+", " ").strip();
    if (line.length() <= most) {
      return line;
    }
    int end = line.lastIndexOf(' ', most - 1);
    String cut = line.substring(0, end > most / 2 ? end : most - 1);
    return (Character.isHighSurrogate(cut.charAt(cut.length() - 1))
            ? cut.substring(0, cut.length() - 1)
            : cut)
        + "…";
  }
}
