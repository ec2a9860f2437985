package io.broadsheet.generator.writing.spend;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.DraftStore.Question;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;

/** What this replica's calls have come to. Nothing here asks the database. */
@ApplicationScoped
public class CallMetrics {

  private final MeterRegistry registry;

  public CallMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * A call has ended.
   *
   * @param reserved counts where the cost is not known
   * @param currency the cost's label
   */
  public void ended(Question question, CallEnd end, BigDecimal reserved, String currency) {
    String step = question.prompt().task().wireName();
    Timer.builder("broadsheet.llm.calls")
        .description("LLM calls by outcome")
        .tags("writer", question.writer(), "step", step, "outcome", end.outcome())
        .register(registry)
        .record(end.latencyMs(), TimeUnit.MILLISECONDS);
    registry
        .counter(
            "broadsheet.llm.cost", "writer", question.writer(), "step", step, "currency", currency)
        .increment(end.cost().orElse(reserved).doubleValue());
    Answer answer = end.answer();
    if (answer != null) {
      tokens(question, "prompt", answer.promptTokens());
      tokens(question, "completion", answer.completionTokens());
    }
  }

  private void tokens(Question question, String kind, Integer count) {
    if (count != null) {
      registry
          .counter("broadsheet.llm.tokens", "writer", question.writer(), "kind", kind)
          .increment(count);
    }
  }
}
