package io.broadsheet.generator.writing.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.Node;

/**
 * The text does not go round in circles: no paragraph stands twice, no sentence more often than it
 * may, no words follow themselves over and over. Tables may repeat themselves.
 *
 * @param most how often a sentence of {@value #SENTENCE} words or more may stand
 */
public record NoRepetition(int most) implements Gate {

  private static final int SENTENCE = 5;
  private static final int PARAGRAPH = 15;
  private static final int LONGEST_LOOP = 24;
  // What differs in its numbers only is a list sooner than a loop.
  private static final IntUnaryOperator NUMBERED = period -> 9;
  // One letter, a word without end, a row of emoji, a row of one sign.
  private static final Pattern PILED =
      Pattern.compile(
          "(\\p{L})\\1{11}|[\\p{IsLatin}\\p{IsCyrillic}]{100}"
              + "|(?:[\\x{1F300}-\\x{1FAFF}]\\s*){12}"
              + "|([^\\p{L}\\p{N}\\s])(?:\\s*\\2){39}");

  @Override
  public String name() {
    return "repetition";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> blocks =
        MarkdownTree.textBlocks(MarkdownTree.parse(submission.text())).stream()
            .filter(block -> !(block instanceof TableCell))
            .map(NoRepetition::lowerCase)
            .toList();
    return paragraph(blocks)
        .or(() -> sentence(blocks))
        .or(() -> loop(words(blocks), NoRepetition::times))
        .or(() -> loop(words(blocks).stream().map(NoRepetition::anyNumber).toList(), NUMBERED))
        .or(() -> piled(String.join("\n", blocks)));
  }

  private static String lowerCase(Node block) {
    return MarkdownTree.words(block).toLowerCase(Locale.ROOT);
  }

  private static Optional<String> paragraph(List<String> blocks) {
    Set<List<String>> seen = new HashSet<>();
    return blocks.stream()
        .map(NoRepetition::words)
        .filter(words -> words.size() >= PARAGRAPH && !seen.add(words))
        .findFirst()
        .map(words -> "a paragraph stood twice: \"" + beginning(words) + "\"");
  }

  private Optional<String> sentence(List<String> blocks) {
    Map<List<String>, Integer> counts = new HashMap<>();
    for (String block : blocks) {
      for (String sentence : block.split("(?<=[.!?…])\\s+")) {
        List<String> words = words(sentence);
        if (words.size() >= SENTENCE && counts.merge(words, 1, Integer::sum) > most) {
          return Optional.of(
              "a sentence stood more than " + most + " times: \"" + beginning(words) + "\"");
        }
      }
    }
    return Optional.empty();
  }

  private static String anyNumber(String word) {
    return Character.isDigit(word.charAt(0)) ? "1" : word;
  }

  private static Optional<String> piled(String text) {
    Matcher piled = PILED.matcher(text);
    return piled.find()
        ? Optional.of(
            "signs followed themselves without end: \"" + piled.group().substring(0, 2) + "\"")
        : Optional.empty();
  }

  private static Optional<String> loop(List<String> words, IntUnaryOperator times) {
    for (int period = 1; period <= LONGEST_LOOP; period++) {
      int needed = period * (times.applyAsInt(period) - 1);
      int run = 0;
      for (int i = period; i < words.size(); i++) {
        run = words.get(i).equals(words.get(i - period)) ? run + 1 : 0;
        if (run >= needed) {
          return Optional.of(
              "the same words followed themselves over and over: \""
                  + String.join(" ", words.subList(i - period + 1, i + 1))
                  + "\"");
        }
      }
    }
    return Optional.empty();
  }

  // One word or two are said again for emphasis sooner than a whole clause.
  private static int times(int period) {
    return period <= 2 ? 6 : 4;
  }

  private static List<String> words(List<String> blocks) {
    List<String> words = new ArrayList<>();
    blocks.forEach(block -> words.addAll(words(block)));
    return words;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("[^\\p{L}\\p{N}]+")).filter(word -> !word.isEmpty()).toList();
  }

  private static String beginning(List<String> words) {
    return String.join(" ", words.subList(0, Math.min(8, words.size()))) + "…";
  }
}
