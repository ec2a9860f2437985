package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Prose;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.Optional;

/**
 * Questions were translated and not answered: at least half of the source's question marks are
 * there, whatever the script's sign for them.
 *
 * @param source what was to be translated
 */
record QuestionsKept(String source) implements Gate {

  @Override
  public String name() {
    return "answered";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    long before = questions(source);
    long after = questions(submission.text());
    return 2 * after >= before
        ? Optional.empty()
        : Optional.of(
            "the text asks "
                + before
                + " questions, the answer "
                + after
                + "; translate questions, do not answer them");
  }

  private static long questions(String text) {
    return Prose.of(text).chars().filter(c -> c == '?' || c == '؟' || c == '？').count();
  }
}
