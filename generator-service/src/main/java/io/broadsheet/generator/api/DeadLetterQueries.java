package io.broadsheet.generator.api;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Reads dead letters for the API. */
@ApplicationScoped
class DeadLetterQueries {

  /**
   * Of an outbox row {@code o}: whether it is a post's event from which nothing has come, for no
   * delivery of it and no later generation was made.
   */
  static final String CAME_TO_NOTHING =
      """
      o.type = 'post'
      and not exists (select from publisher.delivery d where d.post_id = o.aggregate_id
        and d.target = o.target and d.generation >= o.generation)
      and not exists (select from generator.outbox later where later.aggregate_id = o.aggregate_id
        and later.target = o.target and later.type = 'post' and later.generation > o.generation)
      """;

  private static final String PAGE =
      """
      select l.created_at, l.topic, l."partition", l."offset", l.outbox_id, l.reason, o.type,
        o.target, case when o.type = 'post' then o.aggregate_id end as post_id,
        case when o.type = 'post' then o.generation end as generation,
        coalesce(%s, false) as came_to_nothing
      from publisher.dead_letter l left join generator.outbox o on o.id = l.outbox_id
      where ($1::text is null or o.target = $1)
        and ($2::timestamptz is null or l.created_at < $2)
      order by l.created_at desc limit $3
      """
          .formatted(CAME_TO_NOTHING);

  private final Database database;

  DeadLetterQueries(Database database) {
    this.database = database;
  }

  /**
   * What a person should do about a post's event from which nothing has come.
   *
   * @param reason what is wrong with it
   */
  static String remedy(String reason) {
    return "its event is a dead letter: " + reason + "; republish sends it anew";
  }

  /**
   * The newest first.
   *
   * @param target null means any
   * @param before null means from the newest
   */
  Page<DeadLetterView> page(String target, OffsetDateTime before, int limit) {
    List<DeadLetterView> lines = new ArrayList<>();
    for (Row row : database.runRepeatable(PAGE, target, before, limit + 1)) {
      String reason = row.getString("reason");
      lines.add(
          new DeadLetterView(
              row.getOffsetDateTime("created_at"),
              row.getString("topic"),
              row.getInteger("partition"),
              row.getLong("offset"),
              row.getUUID("outbox_id"),
              row.getString("type"),
              row.getUUID("post_id"),
              row.getString("target"),
              row.getInteger("generation"),
              reason,
              row.getBoolean("came_to_nothing") ? remedy(reason) : null));
    }
    // They are written one by one, so that no two have the same time.
    return Page.of(lines, limit, last -> last.at().toInstant().toString());
  }
}
