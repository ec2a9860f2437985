package io.broadsheet.generator.writing.gate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes off what models wrap around an answer, where it can be told from the answer for certain.
 */
public final class AnswerCleaning {

  private static final Pattern REASONING_TAG =
      Pattern.compile("<(/?)(think|thinking|thought|reasoning)>", Pattern.CASE_INSENSITIVE);
  private static final Pattern WHOLE_FENCE =
      Pattern.compile("\\A(`{3,}|~{3,})[^\\n`]*\\n(.*)\\n\\1\\s*\\z", Pattern.DOTALL);
  // Byte order marks, zero-width spaces and soft hyphens carry nothing; other controls are a fault
  // of their own.
  static final Pattern INVISIBLE = Pattern.compile("[\\uFEFF\\u200B\\u2060\\u00AD]");

  private AnswerCleaning() {}

  /** The text without closed reasoning, without a fence around the whole, with line feeds only. */
  public static String clean(String raw) {
    String text = raw.replace("\r\n", "\n").replace('\r', '\n');
    text = INVISIBLE.matcher(text).replaceAll("");
    text = withoutReasoning(text).strip();
    Matcher fence = WHOLE_FENCE.matcher(text);
    if (fence.matches() && !fence.group(2).contains("\n" + fence.group(1))) {
      text = fence.group(2).strip();
    }
    return text;
  }

  // In one pass: a hostile answer of many opening tags must not cost more than its length.
  private static String withoutReasoning(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    Matcher tag = REASONING_TAG.matcher(text);
    int done = 0;
    int opened = -1;
    String name = "";
    while (tag.find()) {
      boolean opens = tag.group(1).isEmpty();
      if (opens && opened < 0) {
        opened = tag.start();
        name = tag.group(2);
      } else if (!opens && opened >= 0 && name.equalsIgnoreCase(tag.group(2))) {
        kept.append(text, done, opened);
        done = tag.end();
        opened = -1;
      }
    }
    return kept.append(text, done, text.length()).toString();
  }
}
