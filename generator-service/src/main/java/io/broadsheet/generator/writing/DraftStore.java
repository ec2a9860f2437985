package io.broadsheet.generator.writing;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** Table {@code draft}: every answer as it came, so that none is paid for twice. */
@ApplicationScoped
public class DraftStore {

  private final Database database;

  public DraftStore(Database database) {
    this.database = database;
  }

  /**
   * Which question to which writer.
   *
   * @param date the edition's date
   * @param writer the writer's name
   * @param model its model
   * @param language of the answer
   * @param prompt the question
   */
  public record Question(
      LocalDate date, String writer, String model, String language, Prompt prompt) {}

  /**
   * An answer that was kept.
   *
   * @param answer as it came; its latency is as it was then
   * @param fault why it was not accepted; null if it was
   */
  public record Draft(Answer answer, String fault) {}

  /** The newest answer to the same question, a good one if there is one. */
  public Optional<Draft> find(Question question) {
    RowSet<Row> rows =
        database.runRepeatable(
            """
            select body, finish_reason, prompt_tokens, completion_tokens, latency_ms, fault
            from generator.draft
            where edition_date = $1 and step = $2 and writer = $3 and language = $4
              and prompt_hash = $5
            """,
            question.date(),
            question.prompt().task().wireName(),
            question.writer(),
            question.language(),
            question.prompt().hash(question.model()));
    for (Row row : rows) {
      return Optional.of(
          new Draft(
              new Answer(
                  row.getString("body"),
                  row.getString("finish_reason"),
                  row.getInteger("prompt_tokens"),
                  row.getInteger("completion_tokens"),
                  row.getLong("latency_ms")),
              row.getString("fault")));
    }
    return Optional.empty();
  }

  /**
   * Keeps an answer. A good one is never replaced.
   *
   * @param fault why it is not accepted, or null if it is good
   * @param call the ledger's entry of the call that brought it
   */
  public void keep(Question question, Answer answer, String fault, UUID call) {
    database.runRepeatable(
        """
        insert into generator.draft (edition_date, step, writer, language, prompt_hash, model, body,
            finish_reason, fault, prompt_tokens, completion_tokens, latency_ms, call_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict (edition_date, step, writer, language, prompt_hash) do update
        set body = excluded.body, finish_reason = excluded.finish_reason, fault = excluded.fault,
            prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens,
            latency_ms = excluded.latency_ms, call_id = excluded.call_id,
            created_at = clock_timestamp()
        where draft.fault is not null
        """,
        question.date(),
        question.prompt().task().wireName(),
        question.writer(),
        question.language(),
        question.prompt().hash(question.model()),
        question.model(),
        withoutNul(answer.text()),
        answer.finishReason(),
        fault,
        answer.promptTokens(),
        answer.completionTokens(),
        answer.latencyMs(),
        call);
  }

  // PostgreSQL cannot store NUL.
  private static String withoutNul(String text) {
    return text.replace("\0", "");
  }
}
