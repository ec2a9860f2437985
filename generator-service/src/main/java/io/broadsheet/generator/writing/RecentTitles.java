package io.broadsheet.generator.writing;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was told lately: the last 60 titles that were published, what waits for approval, and what
 * was rejected or has failed for the assignment's date.
 */
@ApplicationScoped
public class RecentTitles {

  private static final int LOOK_BACK = 60;

  // $1: the language, $2: the date, $3: how many published ones.
  private static final String TOLD =
      """
      (select * from (
          select p.title, e.topic, p.edition_date
          from generator.blog_posts p join generator.edition e using (edition_date)
          where p.language = $1 order by p.edition_date desc limit $3) published
       union all
       select m.title, e.topic, e.edition_date
       from generator.edition e join generator.manuscript m
         on m.edition_date = e.edition_date and m.version = e.fence
       where e.state = 'held' and m.language = $1
       union all
       select m.title, d.topic, d.edition_date
       from generator.edition_decision d join generator.manuscript m
         on m.edition_date = d.edition_date and m.version = d.version
       where d.decision = 'rejected' and d.edition_date = $2 and m.language = $1
       union all
       select failed, failed, e.edition_date
       from generator.edition e, unnest(e.failed_topics) failed
       where e.edition_date = $2) told
      """;

  private final Database database;

  public RecentTitles(Database database) {
    this.database = database;
  }

  /** The last titles in the assignment's language, the newest first. */
  public List<String> last(Assignment assignment, int count) {
    List<String> titles = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            "select title from " + TOLD + " order by edition_date desc limit $3",
            assignment.language(),
            assignment.date(),
            count)) {
      titles.add(row.getString("title"));
    }
    return titles;
  }

  /**
   * The title among them that a topic is most like, if it is too like it.
   *
   * @param threshold similarity by {@code pg_trgm}, 0 to 1, from which it is; compared with the
   *     title and with the topic it was written on
   */
  public Optional<String> tooLike(String topic, Assignment assignment, double threshold) {
    for (Row row :
        database.runRepeatable(
            "select title, greatest(similarity(title, $4), similarity(coalesce(topic, ''), $4))"
                + " as likeness from "
                + TOLD
                + " where greatest(similarity(title, $4), similarity(coalesce(topic, ''), $4)) >= $5"
                + " order by likeness desc limit 1",
            assignment.language(),
            assignment.date(),
            LOOK_BACK,
            topic,
            (float) threshold)) {
      return Optional.of(row.getString("title"));
    }
    return Optional.empty();
  }
}
