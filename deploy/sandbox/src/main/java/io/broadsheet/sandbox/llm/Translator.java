package io.broadsheet.sandbox.llm;

import io.broadsheet.sandbox.text.Latin;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns Russian Markdown into English. What the sandbox wrote itself has its true English; other
 * words come from a small list or are written in Latin letters. Only Russian letters and quotation
 * marks change, so links, numbers, headings, lists and code stay as they are.
 */
final class Translator {
  /** Code, link targets and addresses. */
  private static final Pattern UNTOUCHED =
      Pattern.compile(
          "```[\\s\\S]*?(?:```|$)|~~~[\\s\\S]*?(?:~~~|$)|`[^`\\n]*`|\\]\\([^)\\n]*\\)|https?://[^\\s)>\\]]+");

  private final PhraseBook book = new PhraseBook();

  String translate(String text) {
    StringBuilder english = new StringBuilder(text.length());
    Matcher untouched = UNTOUCHED.matcher(text);
    int done = 0;
    while (untouched.find()) {
      prose(english, text.substring(done, untouched.start()));
      english.append(untouched.group());
      done = untouched.end();
    }
    prose(english, text.substring(done));
    return english.toString();
  }

  private String phraseOf(String text) {
    StringBuilder english = new StringBuilder();
    prose(english, text);
    return english.toString();
  }

  private void prose(StringBuilder english, String text) {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Latin.of(c) == null) {
        english.append(punctuation(c));
        at++;
        continue;
      }
      Optional<Phrase.Match> match = book.longestAt(text, at, this::phraseOf);
      if (match.isPresent()) {
        english.append(match.get().english());
        at += match.get().length();
      } else {
        at = spell(english, text, at);
      }
    }
  }

  /** Writes an unknown word in Latin letters; returns where it ends. */
  private static int spell(StringBuilder english, String text, int start) {
    int at = start;
    while (at < text.length() && Latin.of(text.charAt(at)) != null) {
      english.append(Latin.of(text.charAt(at++)));
    }
    return at;
  }

  private static String punctuation(char c) {
    return switch (c) {
      case '«', '„' -> "“";
      case '»' -> "”";
      case '№' -> "No.";
      default -> String.valueOf(c);
    };
  }
}
