package io.broadsheet.generator.writing.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Nothing of the question is in the answer: no line of the brief, no {@value #RUN} of its words in
 * a row, no label, no chat template.
 */
public final class NoPromptText implements Gate {

  private static final int LONG_ENOUGH = 40;
  private static final int RUN = 9;
  private static final String FACT = "⁂";
  private static final Pattern TEMPLATE =
      Pattern.compile(
          "<\\|[a-z_]{2,30}\\|>|\\[/?INST\\]|<</?SYS>>|(?m)^#{2,3} (?:Instruction|Response|Input):"
              + "|^Task: (?:topic|section|compose|translate)\\b|^Content-Type: [a-z-]+$|^Fault: ");
  private static final Pattern FIRST_LABEL =
      Pattern.compile(
          "\\A[*_#\\s]*(?:topic|section|language|system|user|assistant|human|тема|твоя часть|раздел"
              + "|рубрика|системное сообщение|ассистент)\\s*:",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private final List<String> lines;
  private final Set<String> runs = new HashSet<>();

  /**
   * @param brief the instructions that were given; their longer lines are looked for
   * @param facts what the brief says of the edition, such as its topic, which answers may say too
   */
  public NoPromptText(String brief, Collection<String> facts) {
    this.lines =
        brief
            .lines()
            .map(line -> line.strip().replaceFirst("^[-*] ", ""))
            .filter(line -> line.length() >= LONG_ENOUGH)
            .toList();
    String instructions = brief;
    for (String fact : facts) {
      // A single word, such as a language's code, makes no run and may be part of other words.
      instructions = fact.contains(" ") ? instructions.replace(fact, FACT) : instructions;
    }
    // What stands in quotation marks is often a sentence that the answer is to have.
    for (String piece : Prose.unquoted(instructions).split(FACT)) {
      runs.addAll(runs(piece));
    }
  }

  private static List<String> runs(String text) {
    List<String> words =
        Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
            .filter(word -> !word.isEmpty())
            .toList();
    List<String> runs = new ArrayList<>();
    for (int start = 0; start + RUN <= words.size(); start++) {
      runs.add(String.join(" ", words.subList(start, start + RUN)));
    }
    return runs;
  }

  @Override
  public String name() {
    return "no-prompt";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String text = submission.text();
    for (String line : lines) {
      if (text.contains(line)) {
        return Optional.of("the answer repeated the instruction \"" + line + "\"");
      }
    }
    for (String run : runs(text)) {
      if (runs.contains(run)) {
        return Optional.of("the answer repeated of its instructions \"" + run + "\"");
      }
    }
    Matcher template = TEMPLATE.matcher(text);
    if (template.find()) {
      return Optional.of("the answer held \"" + template.group().strip() + "\" of the question");
    }
    Matcher label = FIRST_LABEL.matcher(text);
    return label.find()
        ? Optional.of("the answer began with the label \"" + label.group().strip() + "\"")
        : Optional.empty();
  }
}
