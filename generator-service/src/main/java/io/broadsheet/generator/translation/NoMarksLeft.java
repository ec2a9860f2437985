package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Prose;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** No mark of the question is left in the text. */
final class NoMarksLeft implements Gate {

  private static final Pattern BLOCK = Pattern.compile("\\[\\[\\d+]]");

  @Override
  public String name() {
    return "marks";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    // In code double brackets are the code's own, which is never sent.
    Matcher block = BLOCK.matcher(Prose.of(submission.text()));
    if (block.find()) {
      return Optional.of("the mark " + block.group() + " stood within a text");
    }
    Matcher mark = Marks.in(submission.text());
    if (mark.find()) {
      return Optional.of(
          "the mark " + mark.group() + " is none of the block's; copy marks exactly");
    }
    return Marks.anyLeft(submission.text())
        ? Optional.of("a mark was broken; copy marks exactly")
        : Optional.empty();
  }
}
