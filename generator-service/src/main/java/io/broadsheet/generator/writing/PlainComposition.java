package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.GateSettings;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts an article together without a model: the topic as title, the sections under headings. */
final class PlainComposition {

  private static final int LONGEST_SUMMARY = 300;
  private static final Pattern MARKUP = Pattern.compile("[*_`>#]|!?\\[([^\\]]*)\\]\\([^)]*\\)");

  private PlainComposition() {}

  /** The article, its title and summary no longer than the gates allow. */
  static Manuscript of(String topic, Brief brief, List<Section> sections, GateSettings gates) {
    Frame frame = Frame.plain(brief.plainLead(topic), sections);
    return new Manuscript(
        new Article(
            shortened(topic, gates.title().most()),
            summary(sections.get(0).text(), Math.min(LONGEST_SUMMARY, gates.summary().most())),
            brief.tags(),
            frame.filled(sections)),
        frame.bylines());
  }

  private static String summary(String text, int longest) {
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
    return shortened(plain.isEmpty() ? text.strip() : plain, longest);
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
