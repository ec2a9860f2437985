package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.ChatFault.Unusable;
import io.broadsheet.generator.writing.DraftStore.Question;
import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.Verdict;
import io.broadsheet.generator.writing.spend.BudgetReached;
import io.broadsheet.generator.writing.spend.CallEnd;
import io.broadsheet.generator.writing.spend.CallMetrics;
import io.broadsheet.generator.writing.spend.Ledger;
import io.broadsheet.generator.writing.spend.SpendSettings;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * One call: entered at its worst, made, judged, put right and kept. No connection is held while the
 * model thinks.
 */
@ApplicationScoped
public class AskOnce {

  private static final String GOOD = "good";

  private final Ledger ledger;
  private final DraftStore drafts;
  private final CallMetrics metrics;
  private final SpendSettings spend;

  public AskOnce(Ledger ledger, DraftStore drafts, CallMetrics metrics, SpendSettings spend) {
    this.ledger = ledger;
    this.drafts = drafts;
    this.metrics = metrics;
    this.spend = spend;
  }

  /**
   * Asks.
   *
   * @return what the judge says of the answer
   * @throws ChatFailure if there is no usable answer
   * @throws BudgetReached if the call could pass the daily cap; then it was not made
   */
  Verdict ask(Writer writer, Question question, Judge judge, Deadline deadline) {
    if (deadline.passed()) {
      throw ChatFailure.free(
          new ChatFault.Down(
              ChatFault.Down.Reason.TIMEOUT, false, "was not asked: the step's time is up"));
    }
    UUID entry = ledger.reserve(question, writer.terms());
    long start = System.nanoTime();
    Answer answer;
    try {
      answer = writer.ask(question.prompt(), deadline.remaining());
    } catch (ChatFailure failure) {
      CallEnd end = failed(failure, writer.terms(), start);
      settle(entry, question, writer.terms(), end, () -> keepUnusable(question, failure, entry));
      throw failure;
    }
    Verdict verdict = judge.judge(answer);
    String fault = verdict instanceof Verdict.Refused refused ? refused.toString() : null;
    CallEnd end = answered(answer, fault, writer.terms());
    settle(entry, question, writer.terms(), end, () -> drafts.keep(question, answer, fault, entry));
    return verdict;
  }

  // What was paid for a fault that is named in the next question is not to be paid again.
  private void keepUnusable(Question question, ChatFailure failure, UUID entry) {
    if (failure.fault() instanceof Unusable) {
      failure
          .answer()
          .ifPresent(answer -> drafts.keep(question, answer, failure.getMessage(), entry));
    }
  }

  private static CallEnd answered(Answer answer, String fault, Terms terms) {
    String outcome = fault == null ? GOOD : new Unusable(reason(answer), fault).kind();
    return new CallEnd(outcome, fault, answer, answer.latencyMs(), terms.cost(answer));
  }

  private static Unusable.Reason reason(Answer answer) {
    if (answer.text().isBlank()) {
      return Unusable.Reason.EMPTY;
    }
    // Of an answer that was cut off a judge may still use a part.
    return ChatReply.CUT_OFF.equals(answer.finishReason())
        ? Unusable.Reason.CUT_OFF
        : Unusable.Reason.GATE;
  }

  private static CallEnd failed(ChatFailure failure, Terms terms, long start) {
    Optional<BigDecimal> cost =
        failure.isFree() ? Optional.of(BigDecimal.ZERO) : failure.answer().flatMap(terms::cost);
    return new CallEnd(
        failure.fault().kind(),
        failure.getMessage(),
        failure.answer().orElse(null),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        cost);
  }

  // What is paid for is kept first: a crash in between costs a wrong sum, never a second payment.
  private void settle(UUID entry, Question question, Terms terms, CallEnd end, Runnable keep) {
    metrics.ended(question, end, terms.worst(question.prompt()), spend.currency());
    // A panel that ends interrupts its writers, and an interrupted thread cannot wait for the
    // database; how the call ended is written down all the same.
    boolean interrupted = Thread.interrupted();
    try {
      keep.run();
      ledger.settle(entry, end);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
