package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.ChatFault.Again;
import io.broadsheet.generator.writing.ChatFault.Unusable;
import io.broadsheet.generator.writing.DraftStore.Draft;
import io.broadsheet.generator.writing.DraftStore.Question;
import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Obtains one good answer from one writer: an answer kept earlier if there is one, else by asking,
 * and asking again where that may help. This is the one place that asks twice.
 */
@ApplicationScoped
public class Commission {

  private static final Logger LOG = Logger.getLogger(Commission.class);
  private static final String NOT_ACCEPTED = "was not accepted, gate ";

  private final DraftStore drafts;
  private final AskOnce askOnce;
  private final RetrySettings settings;

  public Commission(DraftStore drafts, AskOnce askOnce, RetrySettings settings) {
    this.drafts = drafts;
    this.askOnce = askOnce;
    this.settings = settings;
  }

  /**
   * Blocks until there is a good answer.
   *
   * @param language of the answer
   * @param judge decides whether an answer is good
   * @param deadline no question is asked after it, and none waits longer
   * @return what the judge lets pass
   * @throws ChatFailure if the writer fails, or its answers are refused to the last
   * @throws io.broadsheet.generator.writing.spend.BudgetReached if a call could pass the daily cap
   */
  public Submission fulfil(
      Assignment assignment,
      Writer writer,
      String language,
      Prompt prompt,
      Judge judge,
      Deadline deadline) {
    Prompt current = prompt;
    boolean resuming = true;
    for (int asked = 1; ; asked++) {
      Question question =
          new Question(assignment.date(), writer.name(), writer.model(), language, current);
      Optional<Draft> draft = drafts.find(question);
      Optional<Submission> kept = draft.flatMap(found -> passed(judge, found));
      if (kept.isPresent()) {
        return kept.get();
      }
      // An earlier attempt was refused here and named the fault: what it obtained then is paid for.
      Optional<String> named = draft.flatMap(found -> fault(judge, found));
      if (resuming && named.isPresent() && asked < settings.attempts()) {
        current = prompt.withFault(named.get());
        continue;
      }
      resuming = false;
      assignment.stillWanted().run();
      String fault = null;
      try {
        Verdict verdict = askOnce.ask(writer, question, judge, deadline);
        if (verdict instanceof Verdict.Passed passed) {
          return passed.submission();
        }
        Verdict.Refused refused = (Verdict.Refused) verdict;
        fault = refused.reason();
        throw refused(assignment, writer, prompt, refused);
      } catch (ChatFailure failure) {
        if (!mayAskAgain(failure, asked, assignment)) {
          throw failure;
        }
        if (failure.fault().again() == Again.WITH_THE_FAULT_NAMED) {
          current = prompt.withFault(fault == null ? failure.getMessage() : fault);
        } else {
          Patience.wait(failure, settings.backoff(), asked, assignment, deadline);
        }
      }
    }
  }

  private boolean mayAskAgain(ChatFailure failure, int asked, Assignment assignment) {
    return failure.fault().again() != Again.NEVER
        && asked < settings.attempts()
        && assignment.repeats().take(settings);
  }

  private static ChatFailure refused(
      Assignment assignment, Writer writer, Prompt prompt, Verdict.Refused refused) {
    LOG.infof(
        "%s: %s by %s refused: %s",
        assignment.date(), prompt.task().wireName(), writer.name(), refused);
    return ChatFailure.unpriced(new Unusable(Unusable.Reason.GATE, NOT_ACCEPTED + refused));
  }

  private static Optional<Submission> passed(Judge judge, Draft draft) {
    return draft.fault() == null && judge.judge(draft.answer()) instanceof Verdict.Passed passed
        ? Optional.of(passed.submission())
        : Optional.empty();
  }

  // As it was named to the writer; empty if today's gates find another one, or none.
  private static Optional<String> fault(Judge judge, Draft draft) {
    if (draft.fault() == null) {
      return Optional.empty();
    }
    if (judge.judge(draft.answer()) instanceof Verdict.Refused refused
        && refused.toString().equals(draft.fault())) {
      return Optional.of(refused.reason());
    }
    // An answer without a text had a fault of its own, which no gate has told.
    return Optional.of(draft.fault()).filter(fault -> draft.answer().text().isBlank());
  }
}
