package io.broadsheet.generator.translation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The form in which blocks are asked for together: each begins with its mark {@code [[7]]}. */
final class Batch {

  private static final Pattern MARK =
      Pattern.compile("(?m)^[ \\t>*_]*\\\\?\\[\\\\?\\[(\\d{1,6})\\\\?]\\\\?][*_]{0,2}:?[ \\t]*");

  private Batch() {}

  /** The blocks as material of a question. */
  static String write(List<MaskedBlock> blocks) {
    return blocks.stream()
        .map(block -> "[[" + block.id() + "]] " + block.text())
        .collect(Collectors.joining("\n\n"));
  }

  /**
   * Reads an answer; what stands before the first mark is dropped.
   *
   * @return the texts by id, in the order of the answer; of a mark given twice, the first text
   */
  static Map<Integer, String> read(String answer) {
    List<MatchResult> marks = MARK.matcher(answer).results().toList();
    Map<Integer, String> texts = new LinkedHashMap<>();
    for (int i = 0; i < marks.size(); i++) {
      int end = i + 1 < marks.size() ? marks.get(i + 1).start() : answer.length();
      texts.putIfAbsent(
          Integer.valueOf(marks.get(i).group(1)),
          answer.substring(marks.get(i).end(), end).strip());
    }
    return texts;
  }

  /** The ids whose mark an answer gives more than once: which text is theirs cannot be told. */
  static Set<Integer> ambiguous(String answer) {
    Set<Integer> seen = new HashSet<>();
    return MARK.matcher(answer)
        .results()
        .map(mark -> Integer.valueOf(mark.group(1)))
        .filter(id -> !seen.add(id))
        .collect(Collectors.toSet());
  }

  /** Takes from the front as many blocks as fit into a question, one at least. */
  static List<MaskedBlock> next(List<MaskedBlock> blocks, int mostCharacters) {
    List<MaskedBlock> batch = new ArrayList<>();
    int characters = 0;
    for (MaskedBlock block : blocks) {
      characters += block.text().length();
      if (!batch.isEmpty() && characters > mostCharacters) {
        break;
      }
      batch.add(block);
    }
    return batch;
  }
}
