package io.broadsheet.sandbox.llm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every phrase the sandbox knows, found by its first word; of several the longest wins. */
final class PhraseBook {
  private static final Pattern BOLD_START = Pattern.compile("\\*\\*(.+?)\\*\\* (.+)");

  private final Map<String, List<Phrase>> byFirstWord = new HashMap<>();

  PhraseBook() {
    add(Shared.PHRASES);
    Voice.ALL.values().forEach(voice -> add(voice.phrases()));
    byFirstWord
        .values()
        .forEach(
            phrases ->
                phrases.sort(
                    Comparator.comparingInt((Phrase phrase) -> phrase.russian().length())
                        .reversed()));
  }

  private void add(PhraseFile file) {
    for (List<Phrase> phrases : file.sections().values()) {
      for (Phrase phrase : phrases) {
        Matcher russian = BOLD_START.matcher(phrase.russian());
        Matcher english = BOLD_START.matcher(phrase.english());
        if (russian.matches() && english.matches()) {
          add(new Phrase(russian.group(1), english.group(1)));
          add(new Phrase(russian.group(2), english.group(2)));
        } else {
          add(phrase);
        }
      }
    }
  }

  private void add(Phrase phrase) {
    byFirstWord.computeIfAbsent(wordAt(phrase.russian(), 0), word -> new ArrayList<>()).add(phrase);
  }

  /** The longest phrase that stands at the position, which must be the start of a word. */
  Optional<Phrase.Match> longestAt(String text, int at, UnaryOperator<String> slot) {
    for (Phrase phrase : byFirstWord.getOrDefault(wordAt(text, at), List.of())) {
      Optional<Phrase.Match> match = phrase.matchAt(text, at, slot);
      if (match.isPresent()) {
        return match;
      }
    }
    return Optional.empty();
  }

  private static String wordAt(String text, int at) {
    int end = at;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return text.substring(at, end).toLowerCase(Locale.ROOT);
  }
}
