package io.broadsheet.generator.edition;

import io.broadsheet.generator.writing.Article;
import java.util.List;
import java.util.Optional;

/**
 * What a person changes in a text; null leaves a part as it is. The bounds are those that the
 * writers' articles are held to.
 *
 * @param title plain text, one line, 1 to 150 characters
 * @param summary plain text, one line, 1 to 600 characters
 * @param bodyMarkdown CommonMark, not blank, at most 60,000 characters
 * @param tags at most 10, each of 1 to 40 characters; a leading {@code #} is taken off
 */
public record TextChange(String title, String summary, String bodyMarkdown, List<String> tags) {

  static final int LONGEST_TITLE = 150;
  static final int LONGEST_SUMMARY = 600;
  static final int LONGEST_BODY = 60_000;
  static final int MOST_TAGS = 10;
  static final int LONGEST_TAG = 40;

  public TextChange {
    title = title == null ? null : title.strip();
    summary = summary == null ? null : summary.strip();
    bodyMarkdown = bodyMarkdown == null ? null : bodyMarkdown.replace("\r\n", "\n");
    tags = tags == null ? null : tags.stream().map(TextChange::plainTag).distinct().toList();
  }

  /** What is wrong with it and what to write instead; empty if it may be applied. */
  public Optional<String> fault() {
    if (title == null && summary == null && bodyMarkdown == null && tags == null) {
      return Optional.of("there is nothing to change; give title, summary, bodyMarkdown or tags");
    }
    return lineFault("title", title, LONGEST_TITLE)
        .or(() -> lineFault("summary", summary, LONGEST_SUMMARY))
        .or(() -> textFault("bodyMarkdown", bodyMarkdown, LONGEST_BODY))
        .or(this::tagsFault);
  }

  LanguageText appliedTo(LanguageText text) {
    Article old = text.article();
    return new LanguageText(
        text.language(),
        new Article(
            title == null ? old.title() : title,
            summary == null ? old.summary() : summary,
            tags == null ? old.tags() : tags,
            bodyMarkdown == null ? old.body() : bodyMarkdown));
  }

  private static Optional<String> lineFault(String name, String value, int longest) {
    return value != null && value.codePoints().anyMatch(TextChange::breaksLine)
        ? Optional.of(name + " must be one line of plain text")
        : textFault(name, value, longest);
  }

  private static Optional<String> textFault(String name, String value, int longest) {
    if (value == null) {
      return Optional.empty();
    }
    if (value.isBlank()) {
      return Optional.of(name + " is blank; write one, or leave the field out to keep the old one");
    }
    if (value.length() > longest) {
      return Optional.of(
          name + " has " + value.length() + " characters; " + longest + " are the most");
    }
    // PostgreSQL cannot store it.
    return value.indexOf('\0') >= 0
        ? Optional.of(name + " holds the character U+0000; take it out")
        : Optional.empty();
  }

  private Optional<String> tagsFault() {
    if (tags == null) {
      return Optional.empty();
    }
    if (tags.size() > MOST_TAGS) {
      return Optional.of("there are " + tags.size() + " tags; " + MOST_TAGS + " are the most");
    }
    return tags.stream()
        .map(tag -> lineFault("each of tags", tag, LONGEST_TAG))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static String plainTag(String tag) {
    return tag == null ? "" : tag.strip().replaceFirst("^#+", "").strip();
  }

  // Controls, and the separators of lines and paragraphs.
  private static boolean breaksLine(int character) {
    return Character.isISOControl(character) || character == 0x2028 || character == 0x2029;
  }
}
