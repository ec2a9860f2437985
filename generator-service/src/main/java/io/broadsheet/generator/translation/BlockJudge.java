package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decides on the translation of one block; what passes is the text with everything put back.
 *
 * @param block as it was shown to the translator
 * @param gates of its language
 */
record BlockJudge(MaskedBlock block, TranslationGates gates) implements Judge {

  /** The verdict on an answer to the block alone; its mark may be missing. */
  @Override
  public Verdict judge(Answer answer) {
    Submission submission = Submission.of(answer);
    Map<Integer, String> read = Batch.read(submission.text());
    String text = read.getOrDefault(block.id(), submission.text());
    return judge(new Submission(text, submission.finishReason()));
  }

  /** The verdict on the block's text, still with its marks. */
  Verdict judge(Submission submission) {
    String text = submission.text();
    for (String mark : block.originals().keySet()) {
      // Links and code have gates of their own, which say what was lost.
      boolean hasNoGate = mark.startsWith("h") || mark.equals("br");
      if (hasNoGate && Marks.count(mark, text) != Marks.count(mark, block.text())) {
        return new Verdict.Refused(
            "marks", "the mark " + Marks.of(mark) + " was lost; copy every mark once");
      }
    }
    return gates
        .block(block.block())
        .judge(new Submission(block.restore(unwrapped(text)), submission.finishReason()));
  }

  // A block is one line; models wrap lines. An empty line stays, and is a fault.
  private static String unwrapped(String text) {
    return Arrays.stream(text.strip().split("\\n\\s*\\n"))
        .map(paragraph -> paragraph.strip().replaceAll("\\s*\\n\\s*", " "))
        .collect(Collectors.joining("\n\n"));
  }
}
