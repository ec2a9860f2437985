package io.broadsheet.generator.writing.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.DraftStore.Question;
import io.broadsheet.generator.writing.ForgetDrafts;
import io.broadsheet.generator.writing.Prompt;
import io.broadsheet.generator.writing.Task;
import io.broadsheet.generator.writing.Terms;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerIT {

  private static final LocalDate DATE = LocalDate.parse("2026-03-10");
  private static final Question QUESTION =
      new Question(
          DATE, "vera", "m", "ru", new Prompt(Task.SECTION, "Write.", Map.of(), "material"));
  // Nothing for input: a call costs 1 at its worst.
  private static final Terms ONE =
      new Terms(new Price(BigDecimal.ZERO, new BigDecimal("1000")), 1000, "{\"top_p\":0.9}");

  private static MigratedDatabase migrated;

  @BeforeAll
  static void migrate() {
    migrated = MigratedDatabase.withoutSlot();
  }

  @AfterAll
  static void close() {
    migrated.close();
  }

  @BeforeEach
  void empty() {
    for (String table : List.of("draft", "llm_call", "spend", "edition")) {
      migrated.execute("delete from generator." + table);
    }
  }

  @Test
  void countsACallAtItsWorstUntilItIsSettled() {
    Ledger ledger = ledger("10");

    UUID entry = ledger.reserve(QUESTION, ONE);
    assertThat(committed()).isEqualByComparingTo("1");

    ledger.settle(entry, good("0.25"));
    assertThat(committed()).isEqualByComparingTo("0.25");
    ledger.settle(entry, good("0.75"));
    assertThat(committed()).as("settled once").isEqualByComparingTo("0.25");
  }

  @Test
  void aCallThatDiedOrWhoseCostIsUnknownStaysAtItsWorst() {
    Ledger ledger = ledger("2");

    ledger.reserve(QUESTION, ONE);
    ledger.settle(
        ledger.reserve(QUESTION, ONE), new CallEnd("timeout", "why", null, 5, Optional.empty()));

    assertThat(committed()).isEqualByComparingTo("2");
    assertThatThrownBy(() -> ledger.reserve(QUESTION, ONE)).isInstanceOf(BudgetReached.class);
  }

  @Test
  void aCallThatCouldPassTheCapIsNotEntered() {
    Ledger ledger = ledger("2.5");
    ledger.reserve(QUESTION, ONE);
    ledger.reserve(QUESTION, ONE);

    assertThatThrownBy(() -> ledger.reserve(QUESTION, ONE))
        .isInstanceOf(BudgetReached.class)
        .hasMessageContaining("broadsheet.budget.daily")
        .hasMessageContaining(
            "broadsheet.budget.daily is 2.5 USD, 2 USD of it are spent or set aside")
        .hasMessageContaining("the next call (section by vera) could cost up to 1 USD")
        .hasMessageContaining(
            "the first attempt on "
                + LocalDate.now(ZoneId.of("Europe/Moscow")).plusDays(1)
                + " (Europe/Moscow) goes on from here");
    assertThat(committed()).isEqualByComparingTo("2");
    assertThat(migrated.query("select id::text from generator.llm_call")).hasSize(2);
  }

  @Test
  void theFirstCallOfADayIsHeldAgainstTheCapToo() {
    assertThatThrownBy(() -> ledger("0.5").reserve(QUESTION, ONE))
        .isInstanceOf(BudgetReached.class)
        .hasMessageContaining("that one call may cost more than a whole day");
    assertThat(migrated.query("select day::text from generator.spend")).isEmpty();
  }

  @Test
  void replicasCannotPassTheCapTogether() {
    List<CompletableFuture<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Ledger replica = ledger("7");
      calls.add(CompletableFuture.supplyAsync(() -> reserves(replica)));
    }

    assertThat(calls.stream().filter(CompletableFuture::join)).hasSize(7);
    assertThat(committed()).isEqualByComparingTo("7");
  }

  @Test
  void theNextDayBeginsAtNothing() {
    Ledger ledger = ledger("1");
    ledger.reserve(QUESTION, ONE);
    assertThatThrownBy(() -> ledger.reserve(QUESTION, ONE)).isInstanceOf(BudgetReached.class);

    migrated.execute("update generator.spend set day = day - 1");

    ledger.reserve(QUESTION, ONE);
  }

  @Test
  void withoutACapTheCallsOfAnEditionAreBounded() {
    Ledger ledger = bounded(3);
    ledger.settle(ledger.reserve(QUESTION, ONE), good("0"));
    ledger.settle(
        ledger.reserve(QUESTION, ONE),
        new CallEnd("quota", "why", null, 5, Optional.of(BigDecimal.ZERO)));
    ledger.settle(
        ledger.reserve(QUESTION, ONE), new CallEnd("timeout", "why", null, 5, Optional.empty()));
    ledger.reserve(QUESTION, ONE);

    assertThatThrownBy(() -> ledger.reserve(QUESTION, ONE))
        .as("all but the one that was turned down")
        .isInstanceOf(BudgetReached.class)
        .hasMessageContaining("broadsheet.budget.edition-calls is 3")
        .hasMessageContaining("(section by vera)");
    ledger.reserve(new Question(DATE.plusDays(1), "vera", "m", "ru", QUESTION.prompt()), ONE);
    assertThat(committed()).isEqualByComparingTo("3");
  }

  @Test
  void aDayIsTheNewsroomsOwn() {
    // The two zones are a day and two hours apart: whatever the time, their dates differ.
    new Ledger(
            migrated.database(),
            new SpendSettings(
                Optional.empty(),
                "USD",
                ZoneId.of("Pacific/Kiritimati"),
                SpendSettings.EDITION_CALLS))
        .reserve(QUESTION, ONE);
    new Ledger(
            migrated.database(),
            new SpendSettings(
                Optional.empty(), "USD", ZoneId.of("Etc/GMT+12"), SpendSettings.EDITION_CALLS))
        .reserve(QUESTION, ONE);

    assertThat(migrated.query("select day::text from generator.spend")).hasSize(2);
  }

  @Test
  void withoutACapEverythingIsCountedAndNothingStopped() {
    Ledger ledger =
        new Ledger(
            migrated.database(),
            new SpendSettings(
                Optional.empty(), "EUR", ZoneId.of("UTC"), SpendSettings.EDITION_CALLS));
    for (int i = 0; i < 3; i++) {
      ledger.reserve(QUESTION, ONE);
    }
    assertThat(committed()).isEqualByComparingTo("3");
    assertThat(migrated.query("select distinct currency from generator.llm_call"))
        .containsExactly("EUR");
  }

  @Test
  void anEntryHoldsWhatAnAuditAsksFor() {
    Ledger ledger = ledger("10");
    ledger.settle(ledger.reserve(QUESTION, ONE), good("0.25"));

    assertThat(
            migrated.query(
                """
                select concat_ws(' ', edition_date, step, writer, language, model, parameters->>'top_p',
                  outcome, answer, finish_reason, prompt_tokens, completion_tokens, latency_ms)
                from generator.llm_call"""))
        .containsExactly("2026-03-10 section vera ru m 0.9 good Да stop 7 2 5");
    assertThat(
            migrated.query(
                "select prompt_hash || prompt_version from generator.llm_call where ended_at > started_at"))
        .containsExactly(QUESTION.prompt().hash("m") + QUESTION.prompt().version());
  }

  @Test
  void oldTextsOfFinishedEditionsAreForgottenAndTheMoneyStays() {
    Ledger ledger = ledger("10");
    for (String state : List.of("published", "failed")) {
      LocalDate date = state.equals("failed") ? DATE.plusDays(1) : DATE;
      migrated.execute(
          "insert into generator.edition (edition_date, content_type, state) values (?, 'x', ?)",
          date,
          state);
      Question question = new Question(date, "vera", "m", "ru", QUESTION.prompt());
      UUID entry = ledger.reserve(question, ONE);
      ledger.settle(entry, good("0.25"));
      new io.broadsheet.generator.writing.DraftStore(migrated.database())
          .keep(question, new Answer("Да", "stop", 7, 2, 5), null, entry);
    }
    ForgetDrafts forget = new ForgetDrafts(migrated.database(), Duration.ofDays(90));

    assertThat(forget.forget()).isZero();
    migrated.execute("update generator.draft set created_at = created_at - interval '91 days'");
    migrated.execute("update generator.llm_call set started_at = started_at - interval '91 days'");

    assertThat(forget.forget()).isEqualTo(1);
    assertThat(migrated.query("select edition_date::text from generator.draft"))
        .containsExactly("2026-03-11");
    assertThat(
            migrated.query(
                "select coalesce(answer, 'forgotten') || cost from generator.llm_call"
                    + " order by edition_date"))
        .containsExactly("forgotten0.25", "Да0.25");
  }

  private static boolean reserves(Ledger ledger) {
    try {
      ledger.reserve(QUESTION, ONE);
      return true;
    } catch (BudgetReached e) {
      return false;
    }
  }

  private static CallEnd good(String cost) {
    return new CallEnd(
        "good", null, new Answer("Да", "stop", 7, 2, 5), 5, Optional.of(new BigDecimal(cost)));
  }

  private static Ledger ledger(String cap) {
    return new Ledger(
        migrated.database(),
        new SpendSettings(
            Optional.of(new BigDecimal(cap)),
            "USD",
            ZoneId.of("Europe/Moscow"),
            SpendSettings.EDITION_CALLS));
  }

  private static Ledger bounded(int editionCalls) {
    return new Ledger(
        migrated.database(),
        new SpendSettings(Optional.empty(), "USD", ZoneId.of("UTC"), editionCalls));
  }

  private static BigDecimal committed() {
    return new BigDecimal(
        migrated.query("select coalesce(sum(committed), 0)::text from generator.spend").get(0));
  }
}
