package io.broadsheet.generator.preview;

import io.broadsheet.common.database.Database;
import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.Task;
import io.vertx.mutiny.sqlclient.Row;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads an edition and its kept answers; writes nothing. */
final class StoredDrafts {

  private final Database database;

  StoredDrafts(Database database) {
    this.database = database;
  }

  /**
   * What is known of an edition.
   *
   * @param contentType its kind
   * @param topic null before one is chosen
   */
  record Edition(String contentType, String topic) {}

  /** The edition of a date; empty before its first attempt. */
  Optional<Edition> edition(LocalDate date) {
    for (Row row :
        database.runRepeatable(
            "select content_type, topic from generator.edition where edition_date = $1", date)) {
      return Optional.of(new Edition(row.getString("content_type"), row.getString("topic")));
    }
    return Optional.empty();
  }

  /**
   * The newest good answer of each writer, the newest first. Those from before the newest topic
   * belong to another article.
   */
  Map<String, Answer> newest(LocalDate date, Task step, String language) {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (Row row :
        database.runRepeatable(
            """
            select writer, body, finish_reason from generator.draft
            where edition_date = $1 and step = $2 and language = $3 and fault is null
              and created_at >= coalesce(
                (select max(created_at) from generator.draft
                 where edition_date = $1 and step = 'topic' and fault is null),
                '-infinity')
            order by created_at desc
            """,
            date,
            step.wireName(),
            language)) {
      answers.putIfAbsent(
          row.getString("writer"),
          new Answer(row.getString("body"), row.getString("finish_reason"), null, null, 0));
    }
    return answers;
  }
}
