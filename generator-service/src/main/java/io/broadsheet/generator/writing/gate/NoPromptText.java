package io.broadsheet.generator.writing.gate;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nothing of the question is in the answer: no line of the brief, no label, no chat template. */
public final class NoPromptText implements Gate {

  private static final int LONG_ENOUGH = 40;
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

  /**
   * @param brief the instructions that were given; their longer lines are looked for
   */
  public NoPromptText(String brief) {
    this.lines =
        brief
            .lines()
            .map(line -> line.strip().replaceFirst("^[-*] ", ""))
            .filter(line -> line.length() >= LONG_ENOUGH)
            .toList();
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
