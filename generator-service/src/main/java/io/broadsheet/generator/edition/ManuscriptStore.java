package io.broadsheet.generator.edition;

import io.broadsheet.common.database.Database;
import io.broadsheet.generator.writing.Article;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tables {@code manuscript} and {@code edition_decision}: held editions. Every change names the
 * version that it was decided on; one that comes too late changes nothing.
 */
@ApplicationScoped
public class ManuscriptStore {

  private static final String HOLD =
      """
      with edition as (
        update generator.edition
        set state = 'held', lease_owner = null, lease_until = null, last_error = null,
            held_at = clock_timestamp(),
            publish_at = clock_timestamp() + make_interval(secs => $3::float8),
            updated_at = clock_timestamp()
        where edition_date = $1 and fence = $2 and state in ('writing', 'translating')
        returning edition_date, fence
      ), text as (
        insert into generator.manuscript
          (edition_date, version, language, title, summary, body_markdown, tags)
        select e.edition_date, e.fence, t.language, t.title, t.summary, t.body_markdown, t.tags
        from edition e, jsonb_to_recordset($4) as t(language text, title text, summary text,
            body_markdown text, tags text[])
      )
      select 1 from edition
      """;

  private static final String EDIT =
      """
      with edition as (
        update generator.edition set fence = fence + 1, updated_at = clock_timestamp()
        where edition_date = $1 and fence = $2 and state = 'held'
        returning edition_date, fence
      ), text as (
        insert into generator.manuscript
          (edition_date, version, language, title, summary, body_markdown, tags)
        select e.edition_date, e.fence, t.language, t.title, t.summary, t.body_markdown, t.tags
        from edition e, jsonb_to_recordset($3) as t(language text, title text, summary text,
            body_markdown text, tags text[])
      ), decision as (
        insert into generator.edition_decision
          (id, edition_date, decision, version, language, decided_by, reason)
        select $4::uuid, edition_date, 'edited', $2, $5::text, $6::text, $7::text from edition
      )
      select 1 from edition
      """;

  private static final String REJECT =
      """
      with held as (
        select edition_date, fence, topic from generator.edition
        where edition_date = $1 and fence = $2 and state = 'held' for update
      ), edition as (
        update generator.edition e
        set state = $3::text, fence = e.fence + 1, topic = null, publish_at = null,
            last_error = $4::text, updated_at = clock_timestamp()
        from held h where e.edition_date = h.edition_date
        returning h.edition_date, h.fence, h.topic
      ), decision as (
        insert into generator.edition_decision
          (id, edition_date, decision, version, topic, decided_by, reason, next_state)
        select $5::uuid, edition_date, 'rejected', fence, topic, $6::text, $7::text, $3::text
        from edition
      )
      select 1 from edition
      """;

  private final Database database;

  public ManuscriptStore(Database database) {
    this.database = database;
  }

  /**
   * A held edition that is published by itself.
   *
   * @param left until its time has come, by the database's clock; zero if it has
   */
  record Waiting(LocalDate date, Duration left) {}

  /**
   * Ends an attempt by holding its texts.
   *
   * @param releaseAfter after what time it may go out by itself; empty: never
   * @return false if the fence is lost
   */
  boolean hold(
      LocalDate date, long fence, List<LanguageText> texts, Optional<Duration> releaseAfter) {
    Double seconds = releaseAfter.map(time -> time.toMillis() / 1000.0).orElse(null);
    return answers(HOLD, date, fence, seconds, rows(texts)) || isHeld(date, fence);
  }

  /** How an edition stands, with the texts that wait; empty if there is no such edition. */
  Optional<EditionCopy> find(LocalDate date) {
    List<LanguageText> texts = new ArrayList<>();
    Row edition = null;
    for (Row row :
        database.runRepeatable(
            """
            select e.state, e.fence, e.content_type, e.last_error,
              m.language, m.title, m.summary, m.body_markdown, m.tags
            from generator.edition e left join generator.manuscript m
              on m.edition_date = e.edition_date and m.version = e.fence
            where e.edition_date = $1 order by m.language
            """,
            date)) {
      edition = row;
      if (row.getString("language") != null) {
        texts.add(text(row));
      }
    }
    return edition == null
        ? Optional.empty()
        : Optional.of(
            new EditionCopy(
                date,
                EditionState.of(edition.getString("state")),
                edition.getLong("fence"),
                edition.getString("content_type"),
                edition.getString("last_error"),
                texts));
  }

  /** The texts of one version, which never change; the languages in order. */
  public List<LanguageText> texts(LocalDate date, long version) {
    List<LanguageText> texts = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            """
            select language, title, summary, body_markdown, tags from generator.manuscript
            where edition_date = $1 and version = $2 order by language
            """,
            date,
            version)) {
      texts.add(text(row));
    }
    return texts;
  }

  /** The held editions that have a time to go out by themselves, the earliest first. */
  List<Waiting> waiting() {
    List<Waiting> waiting = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            """
            select edition_date,
              greatest(0, extract(epoch from publish_at - clock_timestamp()))::float8 as seconds
            from generator.edition where state = 'held' and publish_at is not null
            order by publish_at, edition_date
            """)) {
      waiting.add(
          new Waiting(
              row.getLocalDate("edition_date"),
              Duration.ofMillis((long) Math.ceil(row.getDouble("seconds") * 1000))));
    }
    return waiting;
  }

  /**
   * Puts a text in the place of the one of its language; the other languages stay as they are.
   *
   * @return false if the edition is not held, or not as this copy says
   */
  boolean edit(EditionCopy copy, LanguageText edited, Decision decision) {
    List<LanguageText> texts =
        copy.texts().stream()
            .map(text -> text.language().equals(edited.language()) ? edited : text)
            .toList();
    return answers(
            EDIT,
            copy.date(),
            copy.version(),
            rows(texts),
            decision.id(),
            edited.language(),
            decision.by(),
            decision.reason())
        || isDecided(decision);
  }

  /**
   * Takes an edition's topic and texts from it.
   *
   * @param next the edition's state from now on
   * @return false if the edition is not held, or in another version
   */
  boolean reject(LocalDate date, long version, EditionState next, Decision decision) {
    return answers(
            REJECT,
            date,
            version,
            next.wireName(),
            "rejected by " + decision.by() + ": " + decision.reason(),
            decision.id(),
            decision.by(),
            decision.reason())
        || isDecided(decision);
  }

  /**
   * What that version's rejection made of the edition; empty if it was not rejected.
   *
   * @param unknown taken for a rejection of which that is not written down
   */
  Optional<EditionState> rejectedTo(LocalDate date, long version, EditionState unknown) {
    for (Row row :
        database.runRepeatable(
            """
            select coalesce(next_state, $3) as next_state from generator.edition_decision
            where edition_date = $1 and version = $2 and decision = 'rejected'
            """,
            date,
            version,
            unknown.wireName())) {
      return Optional.of(EditionState.of(row.getString("next_state")));
    }
    return Optional.empty();
  }

  // A statement whose answer was lost is run again and finds its own work done.
  private boolean isDecided(Decision decision) {
    return answers("select 1 from generator.edition_decision where id = $1", decision.id());
  }

  private boolean isHeld(LocalDate date, long fence) {
    return answers(
        "select 1 from generator.edition where edition_date = $1 and fence = $2 and state = 'held'",
        date,
        fence);
  }

  private boolean answers(String sql, Object... arguments) {
    return database.runRepeatable(sql, arguments).size() > 0;
  }

  private static LanguageText text(Row row) {
    return new LanguageText(
        row.getString("language"),
        new Article(
            row.getString("title"),
            row.getString("summary"),
            List.of(row.getArrayOfStrings("tags")),
            row.getString("body_markdown")));
  }

  private static JsonArray rows(List<LanguageText> texts) {
    JsonArray rows = new JsonArray();
    for (LanguageText text : texts) {
      rows.add(
          new JsonObject()
              .put("language", text.language())
              .put("title", text.article().title())
              .put("summary", text.article().summary())
              .put("body_markdown", text.article().body())
              .put("tags", new JsonArray(text.article().tags())));
    }
    return rows;
  }
}
