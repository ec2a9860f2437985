package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.writing.ChatFault.Down;
import io.broadsheet.generator.writing.ChatFault.Unusable;
import io.broadsheet.generator.writing.gate.Judge;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked again when an attempt at an edition is made anew. */
class CommissionIT {

  private static final LocalDate DATE = LocalDate.parse("2026-03-10");
  private static final Prompt PROMPT = new Prompt(Task.SECTION, "Write.", Map.of(), "material");
  private static final Judge NO_BAD =
      answer ->
          answer.text().startsWith("bad") || answer.text().isBlank()
              ? new Verdict.Refused("form", "it is " + answer.text())
              : new Verdict.Passed(Submission.of(answer));
  private static final RuntimeException CUT_OFF =
      ChatFailure.answered(
          new Unusable(Unusable.Reason.CUT_OFF, "used all its tokens"),
          new Answer("", "length", 10, 10, 1));

  private static MigratedDatabase migrated;

  @BeforeAll
  static void migrate() {
    migrated = MigratedDatabase.withoutSlot();
    migrated.execute(
        "insert into generator.edition (edition_date, content_type) values ('2026-03-10', 'x')");
  }

  @AfterAll
  static void close() {
    migrated.close();
  }

  @BeforeEach
  void empty() {
    migrated.execute("delete from generator.draft");
    migrated.execute("delete from generator.llm_call");
  }

  /** Answers, or fails, as it was told to; then it has nothing to say. */
  private record Scripted(Queue<Object> script, List<Prompt> asked) implements Writer {

    Scripted(Object... script) {
      this(new ArrayDeque<>(List.of(script)), new ArrayList<>());
    }

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
      asked.add(prompt);
      Object next = script.remove();
      if (next instanceof RuntimeException failure) {
        throw failure;
      }
      return new Answer((String) next, "stop", 10, 10, 1);
    }
  }

  @Test
  @Case("G4")
  void aTextThatWasAcceptedAfterANamedFaultIsNotPaidForAgain() {
    assertThat(fulfil(new Scripted("bad one", CUT_OFF, "good"))).isEqualTo("good");

    assertThat(fulfil(new Scripted())).isEqualTo("good");
  }

  @Test
  @Case("G4")
  void anAttemptThatBrokeOffGoesOnWithTheFaultThatWasFound() {
    Scripted first =
        new Scripted("bad one", ChatFailure.free(new Down(Down.Reason.SERVER, false, "is down")));
    assertThatThrownBy(() -> fulfil(first)).isInstanceOf(ChatFailure.class);

    Scripted second = new Scripted("good");
    assertThat(fulfil(second)).isEqualTo("good");

    assertThat(second.asked()).containsExactly(PROMPT.withFault("it is bad one"));
  }

  @Test
  void aWriterThatWasRefusedToTheLastIsAskedOnceMore() {
    assertThatThrownBy(() -> fulfil(new Scripted("bad one", "bad two", "bad three")))
        .isInstanceOf(ChatFailure.class);

    Scripted again = new Scripted("good");
    assertThat(fulfil(again)).isEqualTo("good");

    assertThat(again.asked()).containsExactly(PROMPT.withFault("it is bad two"));
  }

  private static String fulfil(Writer writer) {
    SpendSettings spend =
        new SpendSettings(Optional.empty(), "USD", ZoneId.of("UTC"), SpendSettings.EDITION_CALLS);
    DraftStore drafts = new DraftStore(migrated.database());
    AskOnce askOnce =
        new AskOnce(
            new Ledger(migrated.database(), spend),
            drafts,
            new CallMetrics(new SimpleMeterRegistry()),
            spend);
    RetrySettings retries = new RetrySettings(3, Duration.ofMillis(10), 10, Duration.ofMinutes(1));
    return new Commission(drafts, askOnce, retries)
        .fulfil(
            new Assignment(DATE, "x", "ru", () -> {}),
            writer,
            "ru",
            PROMPT,
            NO_BAD,
            Deadline.after(Duration.ofSeconds(20)))
        .text();
  }
}
