package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The characters are those of a text: none lost in an encoding, none read in a wrong one, no
 * controls, none that hides or turns round what is beside it. A control character is refused and
 * not removed: it often is what became of an escape, as in {@code \f} of {@code \frac}, and
 * something is missing there. Characters written as entities of HTML, as in {@code &#x202E;}, count
 * as what readers would get.
 */
public final class CleanCharacters implements Gate {

  private static final Pattern BROKEN =
      Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\uFFFD\\uFFFE\\uFFFF]|\\p{Co}|\\p{Cs}");
  // Direction overrides and isolates, invisible operators and fillers, annotations, tags that are
  // no flag's, joiners within words of alphabets that have none, and accents piled up.
  private static final Pattern HIDDEN =
      Pattern.compile(
          "[\\u202A-\\u202E\\u2061-\\u206F\\u115F\\u1160\\u3164\\uFFA0\\u180E\\uFFF9-\\uFFFB]"
              + "|[\\x{E0100}-\\x{E01EF}]|[\\x{E0000}-\\x{E007F}]"
              + "|(?<=[\\p{IsLatin}\\p{IsCyrillic}\\p{IsGreek}])[\\u200C-\\u200F]|\\p{Mn}{5,}");
  // England, Scotland and Wales are a black flag and tags.
  private static final Pattern FLAG = Pattern.compile("\\x{1F3F4}[\\x{E0020}-\\x{E007F}]{1,8}");
  // The second byte of a Cyrillic letter in UTF-8, as Windows-1251 shows it.
  private static final String SECOND_1251 =
      "[\\u0400-\\u040F\\u0450-\\u045F\\u0490\\u0491\\u00A0-\\u00BF\\u2013-\\u203A\\u20AC\\u2116\\u2122]";
  // The same, as Windows-1252 or ISO 8859-1 show it.
  private static final String SECOND_1252 =
      "[\\u0080-\\u00BF\\u0152-\\u0192\\u02C6\\u02DC\\u2013-\\u203A\\u20AC\\u2122]";
  private static final Pattern MISREAD =
      Pattern.compile(
          "(?:[РС]"
              + SECOND_1251
              + "){3}|(?:[ÐÑ]"
              + SECOND_1252
              + "){3}|â€[\\u0080-\\u00BF\\u0152-\\u203A\\u2122\"]|(?:Ã[\\u0080-\\u00BF][^Ã]{0,80}){2}");
  private static final Pattern LOST = Pattern.compile("(?:\\?{3,}[ ,.]+){2,}|\\?{8,}");

  @Override
  public String name() {
    return "characters";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String shown = Prose.of(submission.text());
    String all = FLAG.matcher(submission.text() + "\n" + shown).replaceAll("");
    Matcher broken = BROKEN.matcher(all);
    if (broken.find()
        || (broken = HIDDEN.matcher(all)).find()
        || (broken = AnswerCleaning.INVISIBLE.matcher(shown)).find()) {
      return Optional.of(
          String.format(
              "the text held the broken character U+%04X", broken.group().codePointAt(0)));
    }
    Matcher misread = MISREAD.matcher(submission.text());
    if (misread.find() || (misread = LOST.matcher(submission.text())).find()) {
      return Optional.of(
          "the text was garbled by a wrong encoding, as in \"" + misread.group().strip() + "\"");
    }
    return Optional.empty();
  }
}
