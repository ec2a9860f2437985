package io.broadsheet.generator.api;

import io.broadsheet.common.database.Database;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads editions and posts for the API. */
@ApplicationScoped
class EditionQueries {

  private static final String EDITION =
      """
      select edition_date, content_type, state, attempts, last_error, topic, failed_topics, published_at,
        fence, held_at, publish_at, coalesce(lease_until > clock_timestamp(), false) as under_work
      from generator.edition
      """;

  // A delivery outlives its outbox row.
  private static final String TARGETS =
      """
      select target from generator.outbox where aggregate_id = p.id and type = 'post'
      union select target from publisher.delivery where post_id = p.id order by 1
      """;

  // The newest generation's: an older one that is parked was settled by it.
  private static final String PARKED =
      """
      select jsonb_agg(jsonb_build_object('target', d.target, 'lastError', d.last_error,
        'uncertain', d.uncertain_since is not null, 'begun', d.part > 1) order by d.target)
      from publisher.delivery d where d.post_id = p.id and d.state = 'parked'
        and not exists (select from publisher.delivery later where later.post_id = d.post_id
          and later.target = d.target and later.generation > d.generation)
      """;

  // A dead letter has no delivery that could be parked.
  private static final String DEAD =
      """
      select jsonb_agg(jsonb_build_object('target', o.target, 'reason', l.reason) order by o.target)
      from generator.outbox o cross join lateral (
        select reason from publisher.dead_letter where outbox_id = o.id
        order by created_at desc limit 1) l
      where o.aggregate_id = p.id and\s"""
          + DeadLetterQueries.CAME_TO_NOTHING;

  private final Database database;
  private final SpendQueries spend;
  private final ApprovalQueries approval;

  EditionQueries(Database database, SpendQueries spend, ApprovalQueries approval) {
    this.database = database;
    this.spend = spend;
    this.approval = approval;
  }

  /** The newest first; {@code before} is the last date of the page before, or null. */
  List<EditionView> list(LocalDate before, int limit) {
    List<Row> rows = new ArrayList<>();
    database
        .runRepeatable(
            EDITION
                + " where $1::date is null or edition_date < $1 order by edition_date desc limit $2",
            before,
            limit)
        .forEach(rows::add);
    if (rows.isEmpty()) {
      return List.of();
    }
    Map<LocalDate, List<EditionView.PostLine>> posts =
        posts(rows.get(rows.size() - 1).getLocalDate("edition_date"), date(rows.get(0)));
    return rows.stream().map(row -> view(row, posts.get(date(row)))).toList();
  }

  Optional<EditionView> find(LocalDate date) {
    for (Row row : database.runRepeatable(EDITION + " where edition_date = $1", date)) {
      return Optional.of(detailed(row));
    }
    return Optional.empty();
  }

  Optional<PostView> findPost(UUID id) {
    for (Row row :
        database.runRepeatable(
            "select id, edition_date, language, content_type, slug, title, summary, body_markdown,"
                + " tags, canonical_url, created_at, "
                + PostedAt.COLUMNS
                + " from generator.blog_posts where id = $1",
            id)) {
      return Optional.of(
          new PostView(
              row.getUUID("id"),
              date(row),
              row.getString("language"),
              row.getString("content_type"),
              row.getString("slug"),
              row.getString("title"),
              row.getString("summary"),
              row.getString("body_markdown"),
              List.of(row.getArrayOfStrings("tags")),
              row.getString("canonical_url"),
              row.getOffsetDateTime("created_at"),
              PostedAt.of(row)));
    }
    return Optional.empty();
  }

  private Map<LocalDate, List<EditionView.PostLine>> posts(LocalDate from, LocalDate to) {
    Map<LocalDate, List<EditionView.PostLine>> posts = new HashMap<>();
    for (Row row :
        database.runRepeatable(
            "select edition_date, id, language, title, slug, canonical_url, "
                + PostedAt.COLUMNS
                + ", array("
                + TARGETS
                + ") as targets, ("
                + PARKED
                + ") as parked, ("
                + DEAD
                + ") as dead from generator.blog_posts p where edition_date between $1 and $2"
                + " order by edition_date, created_at, language",
            from,
            to)) {
      posts
          .computeIfAbsent(date(row), day -> new ArrayList<>())
          .add(
              new EditionView.PostLine(
                  row.getUUID("id"),
                  row.getString("language"),
                  row.getString("title"),
                  row.getString("slug"),
                  row.getString("canonical_url"),
                  List.of(row.getArrayOfStrings("targets")),
                  PostedAt.of(row),
                  needsPerson(row.getJsonArray("parked"), row.getJsonArray("dead"))));
    }
    return posts;
  }

  private static Map<String, String> needsPerson(JsonArray parked, JsonArray dead) {
    Map<String, String> targets = new LinkedHashMap<>();
    for (int i = 0; parked != null && i < parked.size(); i++) {
      JsonObject one = parked.getJsonObject(i);
      targets.put(
          one.getString("target"),
          Remedy.of(
              "parked",
              one.getString("lastError"),
              one.getBoolean("uncertain"),
              one.getBoolean("begun")));
    }
    for (int i = 0; dead != null && i < dead.size(); i++) {
      JsonObject one = dead.getJsonObject(i);
      targets.put(one.getString("target"), DeadLetterQueries.remedy(one.getString("reason")));
    }
    return targets;
  }

  private List<EditionView.Step> steps(LocalDate date) {
    List<EditionView.Step> steps = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            """
            select step, writer, language, created_at, latency_ms from generator.draft
            where edition_date = $1 and fault is null order by created_at, writer
            """,
            date)) {
      steps.add(
          new EditionView.Step(
              row.getString("step"),
              row.getString("writer"),
              row.getString("language"),
              row.getOffsetDateTime("created_at"),
              row.getLong("latency_ms")));
    }
    return steps;
  }

  private EditionView view(Row row, List<EditionView.PostLine> posts) {
    return view(row, posts, null, null, null, null, approval.hold(row), null, null);
  }

  private EditionView detailed(Row row) {
    LocalDate date = date(row);
    EditionView.Hold hold = approval.hold(row);
    return view(
        row,
        posts(date, date).get(date),
        List.of(row.getArrayOfStrings("failed_topics")),
        steps(date),
        spend.spend(date),
        spend.failures(date),
        hold,
        approval.manuscripts(date, hold),
        approval.decisions(date));
  }

  private static EditionView view(
      Row row,
      List<EditionView.PostLine> posts,
      List<String> failedTopics,
      List<EditionView.Step> steps,
      EditionView.Spend spend,
      List<EditionView.FailedCall> failedCalls,
      EditionView.Hold hold,
      List<EditionView.ManuscriptText> manuscripts,
      List<EditionView.DecisionLine> decisions) {
    return new EditionView(
        date(row),
        row.getString("content_type"),
        row.getString("state"),
        row.getInteger("attempts"),
        row.getString("last_error"),
        row.getString("topic"),
        failedTopics,
        row.getOffsetDateTime("published_at"),
        row.getBoolean("under_work"),
        posts == null ? List.of() : posts,
        steps,
        spend,
        failedCalls,
        hold,
        manuscripts,
        decisions);
  }

  private static LocalDate date(Row row) {
    return row.getLocalDate("edition_date");
  }
}
