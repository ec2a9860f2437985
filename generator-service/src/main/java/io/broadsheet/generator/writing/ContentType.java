package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.EditorialFile.Field;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of article as its {@code brief.md} describes it.
 *
 * @param id the folder's name, for instance {@code howto}
 * @param version of the file
 * @param name what readers and writers call it
 * @param words how long a section is to be, for instance {@code 150–300}
 * @param tags of an article that no composer glued
 * @param agreement heading of the part on where the authors agree and differ
 * @param conclusion heading of the last part
 * @param purpose what it is for, one line
 * @param tone one line
 * @param topic what makes a good topic
 * @param hints at topics, one for each week in turn; may be empty
 * @param angles what the writers write about, one each, in the order of the article
 * @param writing how to write a section
 * @param composing how to make the whole
 * @param source the whole file, for its hash
 */
record ContentType(
    String id,
    int version,
    String name,
    String words,
    List<String> tags,
    String agreement,
    String conclusion,
    String purpose,
    String tone,
    String topic,
    List<String> hints,
    List<String> angles,
    String writing,
    String composing,
    String source) {

  private static final Pattern WORDS = Pattern.compile("(\\d{2,4})\\s*[–-]\\s*(\\d{2,4})");
  private static final Set<String> FIELDS =
      Set.of("version", "name", "words", "tags", "agreement", "conclusion");

  /**
   * Reads a {@code brief.md}.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming file and line
   */
  static ContentType read(String id, EditorialFile file) {
    file.allowOnly(FIELDS);
    BriefSections sections = BriefSections.read(file);
    Field conclusion = file.field("conclusion");
    String agreement = file.field("agreement").value();
    if (agreement.equalsIgnoreCase(conclusion.value())) {
      throw file.fault(conclusion.line(), "\"conclusion\" is the same heading as \"agreement\"");
    }
    return new ContentType(
        id,
        file.version(),
        file.field("name").value(),
        words(file),
        tags(file),
        agreement,
        conclusion.value(),
        sections.line("purpose"),
        sections.line("tone"),
        sections.text("topic"),
        sections.items("hints"),
        sections.items("angles"),
        sections.text("writing"),
        sections.text("composing"),
        String.join("\n", file.lines()));
  }

  private static String words(EditorialFile file) {
    Field field = file.field("words");
    Matcher range = WORDS.matcher(field.value());
    if (!range.matches() || Integer.parseInt(range.group(1)) > Integer.parseInt(range.group(2))) {
      throw file.fault(field.line(), "\"words\" is no range such as 150-300");
    }
    return range.group(1) + "–" + range.group(2);
  }

  private static List<String> tags(EditorialFile file) {
    Field field = file.field("tags");
    List<String> tags = Tags.read(field.value());
    if (tags.isEmpty()) {
      throw file.fault(field.line(), "\"tags\" names no tag");
    }
    return tags;
  }

  /**
   * What the writer of that number writes about.
   *
   * @param number from 0; beyond the last angle the list begins again, as another view
   */
  String angle(int number) {
    String angle = angles.get(number % angles.size());
    return number < angles.size() ? angle : angle + " (" + (number / angles.size() + 1) + ")";
  }

  /** The hint for a date: another one each day, and another one each week. Empty if none is. */
  String hint(LocalDate date) {
    long day = date.toEpochDay();
    return hints.isEmpty()
        ? ""
        : hints.get(
            (int)
                Math.floorMod(
                    Math.floorDiv(day, 7L) + Math.floorMod(day, 7L), (long) hints.size()));
  }
}
