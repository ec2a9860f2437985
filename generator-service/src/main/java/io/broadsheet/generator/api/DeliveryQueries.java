package io.broadsheet.generator.api;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads deliveries for the API. */
@ApplicationScoped
class DeliveryQueries {

  // In the other states nothing is tried at next_attempt_at.
  private static final Set<String> DUE_STATES = Set.of("pending", "retry", "unknown");

  private final Database database;

  DeliveryQueries(Database database) {
    this.database = database;
  }

  /** Which deliveries; null means any. */
  record Filter(String state, String target, OffsetDateTime from, OffsetDateTime to) {}

  private record Line(DeliveryView view, DeliveryCursor cursor) {}

  /** The newest first, after a cursor or from the start if it is null. */
  Page<DeliveryView> page(Filter filter, DeliveryCursor after, int limit) {
    List<Line> lines = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            """
            select post_id, target, d.channel, d.language, generation, state, attempt,
              next_attempt_at, posted_at, external_url, created_at,
              uncertain_since is not null as uncertain, part > 1 as begun,
              case
                when state not in ('pending', 'sending', 'retry', 'unknown') then last_error
                when t.operator_pause_until > clock_timestamp()
                then 'target is paused by ' || t.operator_pause_by
                  || coalesce(': ' || t.operator_pause_reason, '')
                  || case when t.operator_pause_until < 'infinity'
                    then '; it opens at ' || to_char(t.operator_pause_until at time zone 'UTC',
                      'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                    else '; resume opens it' end
                when t.paused_until > clock_timestamp()
                then 'target is paused: ' || coalesce(t.pause_reason, 'no reason is recorded')
                else last_error end as last_error
            from publisher.delivery d left join publisher.target_state t using (target)
            where ($1::text is null or state = $1) and ($2::text is null or target = $2)
              and ($3::timestamptz is null or created_at >= $3)
              and ($4::timestamptz is null or created_at < $4)
              and ($5::timestamptz is null
                or (created_at, post_id, target, generation) < ($5, $6::uuid, $7::text, $8::int))
            order by created_at desc, post_id desc, target desc, generation desc
            limit $9
            """,
            filter.state(),
            filter.target(),
            filter.from(),
            filter.to(),
            after == null ? null : after.createdAt(),
            after == null ? null : after.postId(),
            after == null ? null : after.target(),
            after == null ? null : after.generation(),
            limit + 1)) {
      lines.add(line(row));
    }
    Page<Line> page = Page.of(lines, limit, last -> last.cursor().write());
    return new Page<>(page.items().stream().map(Line::view).toList(), page.next());
  }

  private static Line line(Row row) {
    String state = row.getString("state");
    DeliveryView view =
        new DeliveryView(
            row.getUUID("post_id"),
            row.getString("target"),
            row.getString("channel"),
            row.getString("language"),
            row.getInteger("generation"),
            state,
            row.getInteger("attempt"),
            DUE_STATES.contains(state) ? row.getOffsetDateTime("next_attempt_at") : null,
            row.getOffsetDateTime("posted_at"),
            row.getString("external_url"),
            Remedy.of(
                state,
                row.getString("last_error"),
                row.getBoolean("uncertain"),
                row.getBoolean("begun")));
    return new Line(
        view,
        new DeliveryCursor(
            row.getOffsetDateTime("created_at"), view.postId(), view.target(), view.generation()));
  }
}
