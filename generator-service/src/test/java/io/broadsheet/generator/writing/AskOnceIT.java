package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.writing.DraftStore.Question;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import io.broadsheet.generator.writing.spend.CallMetrics;
import io.broadsheet.generator.writing.spend.Ledger;
import io.broadsheet.generator.writing.spend.Price;
import io.broadsheet.generator.writing.spend.SpendSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AskOnceIT {

  private static final LocalDate DATE = LocalDate.parse("2026-03-10");
  private static final Prompt PROMPT = new Prompt(Task.SECTION, "Write.", Map.of(), "material");
  private static final Answer ANSWER = new Answer("Море.", "stop", 10, 10, 1);

  /** Answers just when the panel ends, which interrupts it. */
  private record LastMoment() implements Writer {
    @Override
    public String name() {
      return "vera";
    }

    @Override
    public String model() {
      return "m";
    }

    @Override
    public Terms terms() {
      return new Terms(new Price(BigDecimal.ONE, BigDecimal.ONE), 1000, "{}");
    }

    @Override
    public Answer ask(Prompt prompt, Duration limit) {
      Thread.currentThread().interrupt();
      return ANSWER;
    }
  }

  @Test
  void anAnswerThatCameAsThePanelEndedIsKeptForItIsPaidFor() {
    try (MigratedDatabase migrated = MigratedDatabase.withoutSlot()) {
      migrated.execute(
          "insert into generator.edition (edition_date, content_type) values ('2026-03-10', 'x')");
      SpendSettings spend =
          new SpendSettings(Optional.empty(), "USD", ZoneId.of("UTC"), SpendSettings.EDITION_CALLS);
      DraftStore drafts = new DraftStore(migrated.database());
      AskOnce askOnce =
          new AskOnce(
              new Ledger(migrated.database(), spend),
              drafts,
              new CallMetrics(new SimpleMeterRegistry()),
              spend);
      Question question = new Question(DATE, "vera", "m", "ru", PROMPT);

      askOnce.ask(
          new LastMoment(),
          question,
          answer -> new Verdict.Passed(Submission.of(answer)),
          Deadline.after(Duration.ofSeconds(10)));

      assertThat(Thread.interrupted()).isTrue();
      assertThat(drafts.find(question)).contains(new DraftStore.Draft(ANSWER, null));
    }
  }
}
