package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides on a topic, which becomes a title: what models put around the one line that they were
 * asked for, such as a number, a label, bold type, quotation marks or a full stop, is taken off
 * first.
 *
 * @param gates asked about what is left
 */
public record TopicJudge(Gates gates) implements Judge {

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
  private static final Pattern MARKER =
      Pattern.compile("\\A(?:#{1,6}\\s+|[-*•–—]\\s+|№?\\s?\\d{1,2}[.)]\\s+)", FLAGS);
  private static final Pattern LABEL =
      Pattern.compile(
          "\\A(?:[*_]{0,2})(?:тема(?: (?:выпуска|статьи|дня|номера))?|заголовок|topic|title|theme)"
              + "[*_]{0,2}\\s*:[*_]{0,2}\\s*",
          FLAGS);
  private static final Pattern SET_OFF =
      Pattern.compile(
          "\\A(?:\\*\\*([^*]+)\\*\\*|__([^_]+)__|\\*([^*]+)\\*|_([^_]+)_|«([^«»]+)»|“([^“”]+)”"
              + "|\"([^\"]+)\")\\.?\\z");
  private static final Pattern FULL_STOP = Pattern.compile("(?<![.\\p{Lu}])\\.\\z");

  @Override
  public Verdict judge(Answer answer) {
    Submission submission = Submission.of(answer);
    return gates.judge(new Submission(bare(submission.text()), submission.finishReason()));
  }

  private static String bare(String text) {
    String before;
    String bare = text.strip();
    do {
      before = bare;
      bare = MARKER.matcher(bare).replaceFirst("");
      bare = LABEL.matcher(bare).replaceFirst("").strip();
      bare = inner(bare);
    } while (!bare.equals(before));
    return FULL_STOP.matcher(bare).replaceFirst("");
  }

  private static String inner(String text) {
    Matcher setOff = SET_OFF.matcher(text);
    if (!setOff.matches()) {
      return text;
    }
    for (int group = 1; group <= setOff.groupCount(); group++) {
      if (setOff.group(group) != null) {
        return setOff.group(group).strip();
      }
    }
    return text;
  }
}
