package io.broadsheet.generator.writing.gate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes off what models wrap around an answer, where it can be told from the answer for certain.
 */
public final class AnswerCleaning {

  private static final Pattern REASONING =
      Pattern.compile("<think>.*?</think>", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern WHOLE_FENCE =
      Pattern.compile("\\A(`{3,}|~{3,})[^\\n`]*\\n(.*)\\n\\1\\s*\\z", Pattern.DOTALL);
  // Line feed and tab are the only control characters a text needs; PostgreSQL cannot store NUL.
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|\\uFEFF");

  private AnswerCleaning() {}

  /** The text without closed reasoning, without a fence around the whole, without controls. */
  public static String clean(String raw) {
    String text = raw.replace("\r\n", "\n").replace('\r', '\n');
    text = CONTROL.matcher(text).replaceAll("");
    text = REASONING.matcher(text).replaceAll("").strip();
    Matcher fence = WHOLE_FENCE.matcher(text);
    if (fence.matches() && !fence.group(2).contains("\n" + fence.group(1))) {
      text = fence.group(2).strip();
    }
    return text;
  }
}
