package io.broadsheet.generator.edition;

import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.gate.GateSettings;
import java.util.List;
import java.util.Optional;

/**
 * What a person changes in a text; null leaves a part as it is. It may be as long as the writers'
 * articles; the gates judge models, not persons.
 *
 * @param title plain text, one line
 * @param summary plain text, one line
 * @param bodyMarkdown CommonMark, not blank
 * @param tags at most 10, each of 1 to 40 characters; a leading {@code #} is taken off
 */
public record TextChange(String title, String summary, String bodyMarkdown, List<String> tags) {

  private static final int MOST_TAGS = 10;
  private static final int LONGEST_TAG = 40;

  public TextChange {
    title = title == null ? null : title.strip();
    summary = summary == null ? null : summary.strip();
    bodyMarkdown = bodyMarkdown == null ? null : bodyMarkdown.replace("\r\n", "\n");
    tags = tags == null ? null : tags.stream().map(TextChange::plainTag).distinct().toList();
  }

  /**
   * What is wrong with it and what to write instead; empty if it may be applied.
   *
   * @param bounds say how long a title, a summary and an article may be, in code points
   */
  public Optional<String> fault(GateSettings bounds) {
    if (title == null && summary == null && bodyMarkdown == null && tags == null) {
      return Optional.of("there is nothing to change; give title, summary, bodyMarkdown or tags");
    }
    return lineFault("title", title, bounds.title().most())
        .or(() -> lineFault("summary", summary, bounds.summary().most()))
        .or(() -> textFault("bodyMarkdown", bodyMarkdown, bounds.article().most()))
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
    int length = value.codePointCount(0, value.length());
    if (length > longest) {
      return Optional.of(name + " has " + length + " characters; " + longest + " are the most");
    }
    return StorableText.fault(name, value);
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
