package io.broadsheet.generator.writing;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was published lately. */
@ApplicationScoped
public class RecentTitles {

  private static final int LOOK_BACK = 60;

  private final Database database;

  public RecentTitles(Database database) {
    this.database = database;
  }

  /** The last titles in a language, the newest first. */
  public List<String> last(String language, int count) {
    List<String> titles = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            """
            select title from generator.blog_posts where language = $1
            order by edition_date desc limit $2
            """,
            language,
            count)) {
      titles.add(row.getString("title"));
    }
    return titles;
  }

  /**
   * The title among the last 60 that a topic is most like, if it is too like it.
   *
   * @param threshold similarity by {@code pg_trgm}, 0 to 1, from which it is; compared with the
   *     title and with the topic it was written on
   */
  public Optional<String> tooLike(String topic, String language, double threshold) {
    for (Row row :
        database.runRepeatable(
            """
            select title from (
              select p.title, e.topic from generator.blog_posts p
              join generator.edition e using (edition_date)
              where p.language = $2 order by p.edition_date desc limit $4) recent
            where greatest(similarity(title, $1), similarity(coalesce(topic, ''), $1)) >= $3
            order by greatest(similarity(title, $1), similarity(coalesce(topic, ''), $1)) desc
            limit 1
            """,
            topic,
            language,
            (float) threshold,
            LOOK_BACK)) {
      return Optional.of(row.getString("title"));
    }
    return Optional.empty();
  }
}
