package io.broadsheet.generator.writing.spend;

import io.broadsheet.common.database.Database;
import io.broadsheet.generator.writing.DraftStore.Question;
import io.broadsheet.generator.writing.Terms;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/**
 * Tables {@code llm_call} and {@code spend}: every call, and how much of the day's money is gone. A
 * call is entered at its worst before it is made, and put right after.
 */
@ApplicationScoped
public class Ledger {

  private static final String UNIQUE_VIOLATION = "23505";

  // One statement, so that the lock on the day's row is held for its length only. Known: this very
  // entry was made, but its confirmation was lost.
  private static final String RESERVE =
      """
      with today as (
        select ((clock_timestamp() at time zone 'UTC') + make_interval(secs => $12))::date as day
      ), known as (
        select 1 from generator.llm_call where id = $1
      ), made as (
        select count(*) as calls from generator.llm_call
        where edition_date = $2 and (cost is null or cost > 0 or completion_tokens is not null)
      ), taken as (
        insert into generator.spend as s (day, committed)
        select day, $10::text::numeric from today, made
        where not exists (select from known)
          and calls < $14
          and ($11::text is null or $10::text::numeric <= $11::text::numeric)
        on conflict (day) do update set committed = s.committed + excluded.committed
        where $11::text is null or s.committed + excluded.committed <= $11::text::numeric
        returning day
      ), entered as (
        insert into generator.llm_call (id, edition_date, step, writer, language, model, prompt_hash,
            prompt_version, parameters, reserved, spend_day, currency)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9::text::jsonb, $10::text::numeric, day, $13
        from taken
        returning 1
      )
      select exists (select from known) or exists (select from entered) as reserved,
        coalesce((select committed from generator.spend join today using (day)), 0)::text as committed,
        day + 1 as tomorrow, calls
      from today, made
      """;

  private static final String SETTLE =
      """
      with settled as (
        update generator.llm_call
        set ended_at = clock_timestamp(), outcome = $2, reason = $3, answer = $4,
            finish_reason = $5, prompt_tokens = $6, completion_tokens = $7, latency_ms = $8,
            cost = $9::text::numeric
        where id = $1 and ended_at is null
        returning spend_day, cost - reserved as change
      )
      update generator.spend s set committed = s.committed + settled.change
      from settled where s.day = settled.spend_day and settled.change is not null
      """;

  private final Database database;
  private final SpendSettings settings;

  public Ledger(Database database, SpendSettings settings) {
    this.database = database;
    this.settings = settings;
  }

  /**
   * Enters a call at the most that it may cost; committed when this returns.
   *
   * @return the entry
   * @throws BudgetReached if that could pass the daily cap, or the edition has made its calls; then
   *     nothing is entered
   */
  public UUID reserve(Question question, Terms terms) {
    UUID id = UUID.randomUUID();
    BigDecimal worst = terms.worst(question.prompt());
    BigDecimal cap = settings.daily().orElse(null);
    try {
      for (Row row :
          database.runRepeatable(
              RESERVE,
              id,
              question.date(),
              question.prompt().task().wireName(),
              question.writer(),
              question.language(),
              question.model(),
              question.prompt().hash(question.model()),
              question.prompt().version(),
              terms.parameters(),
              worst.toPlainString(),
              cap == null ? null : cap.toPlainString(),
              (double) settings.zone().getRules().getOffset(Instant.now()).getTotalSeconds(),
              settings.currency(),
              settings.editionCalls())) {
        if (!row.getBoolean("reserved")) {
          throw row.getLong("calls") >= settings.editionCalls()
              ? usedUp(question)
              : reached(
                  question,
                  worst,
                  new BigDecimal(row.getString("committed")),
                  row.getLocalDate("tomorrow"));
        }
      }
    } catch (PgException e) {
      // The first try was still under way on its lost connection, and has entered it.
      if (!UNIQUE_VIOLATION.equals(e.getSqlState())) {
        throw e;
      }
    }
    return id;
  }

  /** Puts an entry right; one that was put right already stays as it is. */
  public void settle(UUID id, CallEnd end) {
    var answer = end.answer();
    database.runRepeatable(
        SETTLE,
        id,
        end.outcome(),
        withoutNul(end.reason()),
        answer == null ? null : withoutNul(answer.text()),
        answer == null ? null : answer.finishReason(),
        answer == null ? null : answer.promptTokens(),
        answer == null ? null : answer.completionTokens(),
        end.latencyMs(),
        end.cost().map(BigDecimal::toPlainString).orElse(null));
  }

  private BudgetReached reached(
      Question question, BigDecimal worst, BigDecimal committed, LocalDate tomorrow) {
    BigDecimal cap = settings.daily().orElseThrow();
    String next =
        worst.compareTo(cap) > 0
            ? "that one call may cost more than a whole day: raise the budget, or lower its max-tokens"
            : "the first attempt on "
                + tomorrow
                + " ("
                + settings.zone()
                + ") goes on from here, an earlier one only with a higher budget";
    return new BudgetReached(
        "the day's budget is used up: broadsheet.budget.daily is "
            + shown(cap)
            + ", "
            + shown(committed)
            + " of it are spent or set aside for calls under way, and the next call ("
            + question.prompt().task().wireName()
            + " by "
            + question.writer()
            + ") could cost up to "
            + shown(worst)
            + ", so it was not made; "
            + next);
  }

  private BudgetReached usedUp(Question question) {
    return new BudgetReached(
        "this edition has used up its calls to models: broadsheet.budget.edition-calls is "
            + settings.editionCalls()
            + ", and so many were made over all attempts, so the next one ("
            + question.prompt().task().wireName()
            + " by "
            + question.writer()
            + ") was not; failedCalls of GET /api/editions/"
            + question.date()
            + " tells what became of them. Mend the cause, then raise the key, restart and POST"
            + " .../generate");
  }

  private String shown(BigDecimal amount) {
    return amount.setScale(4, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString()
        + " "
        + settings.currency();
  }

  // PostgreSQL cannot store NUL.
  private static String withoutNul(String text) {
    return text == null ? null : text.replace("\0", "");
  }
}
