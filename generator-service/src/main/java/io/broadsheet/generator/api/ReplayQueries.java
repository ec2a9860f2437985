package io.broadsheet.generator.api;

import io.broadsheet.common.database.Database;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads replays for the API. */
@ApplicationScoped
class ReplayQueries {

  // The publisher's rows outlive the outbox's; before them there is only that, or a dead letter.
  private static final String FIND =
      """
      with ordered as (
        select id, event, result, reason from publisher.command where id = $1 and kind = 'replay'
        union all
        select o.id, o.payload, case when l.reason is not null then 'refused' end,
          'the publisher could not read it: ' || l.reason
        from generator.outbox o left join publisher.dead_letter l on l.outbox_id = o.id
        where o.id = $1 and o.type = 'command' and o.payload #>> '{command,kind}' = 'replay'
        limit 1
      )
      select o.id, o.event,
        coalesce(r.state, case o.result when 'refused' then o.result else 'accepted' end) as state,
        case when r.id is null then o.reason else r.last_error end as reason,
        r.started_at, r.ended_at, r.cancelled_by, r.cancel_reason, r.partitions,
        coalesce(r.records, 0) as records, coalesce(r.present, 0) as present,
        coalesce(r.missing, 0) as missing, coalesce(r.too_old, 0) as too_old,
        coalesce(r.parked, 0) as parked, coalesce(r.skipped, 0) as skipped,
        coalesce(r.may_exist, 0) as may_exist, coalesce(r.unreadable, 0) as unreadable,
        coalesce(r.due, 0) as due
      from ordered o left join publisher.replay r on r.id = o.id
      """;

  private final Database database;

  ReplayQueries(Database database) {
    this.database = database;
  }

  Optional<ReplayView> find(UUID id) {
    for (Row row : database.runRepeatable(FIND, id)) {
      return Optional.of(read(row));
    }
    return Optional.empty();
  }

  private static ReplayView read(Row row) {
    JsonObject event = row.getJsonObject("event");
    JsonObject order = event.getJsonObject("command");
    return new ReplayView(
        row.getUUID("id"),
        row.getString("state"),
        row.getString("reason"),
        order.getString("channel"),
        order.getString("target"),
        OffsetDateTime.parse(order.getString("from")),
        OffsetDateTime.parse(order.getString("to")),
        order.getBoolean("dryRun"),
        order.getBoolean("includeOld"),
        order.getBoolean("includeParked"),
        order.getBoolean("includeSkipped"),
        event.getString("operator"),
        event.getString("reason"),
        OffsetDateTime.parse(event.getString("at")),
        row.getOffsetDateTime("started_at"),
        row.getOffsetDateTime("ended_at"),
        row.getString("cancelled_by"),
        row.getString("cancel_reason"),
        new ReplayView.Counts(
            row.getLong("records"),
            row.getLong("present"),
            row.getLong("missing"),
            row.getLong("too_old"),
            row.getLong("parked"),
            row.getLong("skipped"),
            row.getLong("may_exist"),
            row.getLong("unreadable"),
            row.getLong("due")),
        partitions(row.getJsonArray("partitions")));
  }

  private static List<ReplayView.Partition> partitions(JsonArray partitions) {
    return partitions == null
        ? List.of()
        : partitions.stream()
            .map(JsonObject.class::cast)
            .map(
                p ->
                    new ReplayView.Partition(
                        p.getInteger("partition"),
                        p.getLong("from"),
                        p.getLong("position"),
                        p.getLong("end")))
            .toList();
  }
}
