package io.broadsheet.generator.api;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Reads for the API what an edition's calls cost and which of them failed. */
@ApplicationScoped
class SpendQueries {

  private static final int DIGITS = 6;
  private static final int MOST_FAILURES = 100;

  private final Database database;

  SpendQueries(Database database) {
    this.database = database;
  }

  /** The sum of an edition's calls; null before the first. */
  EditionView.Spend spend(LocalDate date) {
    for (Row row :
        database.runRepeatable(
            """
            select count(*) as calls, count(*) filter (where cost is null) as at_worst,
              sum(coalesce(cost, reserved))::text as cost, max(currency) as currency,
              coalesce(sum(prompt_tokens), 0) as prompt_tokens,
              coalesce(sum(completion_tokens), 0) as completion_tokens
            from generator.llm_call where edition_date = $1 having count(*) > 0
            """,
            date)) {
      return new EditionView.Spend(
          new BigDecimal(row.getString("cost")).setScale(DIGITS, RoundingMode.HALF_UP),
          row.getString("currency"),
          row.getLong("calls"),
          row.getLong("at_worst"),
          row.getLong("prompt_tokens"),
          row.getLong("completion_tokens"));
    }
    return null;
  }

  /** The calls without a good answer, the oldest first. */
  List<EditionView.FailedCall> failures(LocalDate date) {
    List<EditionView.FailedCall> failures = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            """
            select step, writer, language, coalesce(outcome, 'open') as outcome, reason, started_at
            from generator.llm_call
            where edition_date = $1 and outcome is distinct from 'good'
            order by started_at, writer limit $2
            """,
            date,
            MOST_FAILURES)) {
      failures.add(
          new EditionView.FailedCall(
              row.getString("step"),
              row.getString("writer"),
              row.getString("language"),
              row.getString("outcome"),
              row.getString("reason"),
              row.getOffsetDateTime("started_at")));
    }
    return failures;
  }
}
