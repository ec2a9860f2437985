package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.DraftStore.Question;
import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Gets one good answer from one writer: an answer kept earlier if there is one, else by asking, and
 * asking again with the fault named. This is the one place that asks twice.
 */
@ApplicationScoped
public class Commission {

  private static final Logger LOG = Logger.getLogger(Commission.class);
  private static final int MOST_QUESTIONS = 3;

  private final DraftStore drafts;

  public Commission(DraftStore drafts) {
    this.drafts = drafts;
  }

  /**
   * Blocks until there is a good answer.
   *
   * @param language of the answer
   * @param judge decides whether an answer is good
   * @param deadline no question is asked after it, and none waits longer
   * @return what the judge lets pass
   * @throws ChatFailure if the writer fails, or its answers are refused to the last; names the gate
   */
  public Submission fulfil(
      Assignment assignment,
      Writer writer,
      String language,
      Prompt prompt,
      Judge judge,
      Deadline deadline) {
    Prompt current = prompt;
    ChatFailure failure = null;
    for (int asked = 0; asked < MOST_QUESTIONS; asked++) {
      Question question =
          new Question(assignment.date(), writer.name(), writer.model(), language, current);
      Optional<Submission> kept =
          drafts.findGood(question).flatMap(answer -> passed(judge, answer));
      if (kept.isPresent()) {
        return kept.get();
      }
      assignment.stillWanted().run();
      try {
        Verdict verdict = ask(writer, question, judge, deadline);
        if (verdict instanceof Verdict.Passed passed) {
          return passed.submission();
        }
        Verdict.Refused refused = (Verdict.Refused) verdict;
        LOG.infof(
            "%s: %s by %s refused: %s",
            assignment.date(), prompt.task().wireName(), writer.name(), refused);
        failure = new ChatFailure("was not accepted, gate " + refused, true);
        current = prompt.withFault(refused.reason());
      } catch (ChatFailure e) {
        failure = e;
        if (!e.passing() || deadline.passed()) {
          break;
        }
      }
    }
    throw failure;
  }

  private Verdict ask(Writer writer, Question question, Judge judge, Deadline deadline) {
    Answer answer = writer.ask(question.prompt(), deadline.remaining());
    Verdict verdict = judge.judge(answer);
    drafts.keep(
        question, answer, verdict instanceof Verdict.Refused refused ? refused.toString() : null);
    return verdict;
  }

  private static Optional<Submission> passed(Judge judge, Answer answer) {
    return judge.judge(answer) instanceof Verdict.Passed passed
        ? Optional.of(passed.submission())
        : Optional.empty();
  }
}
