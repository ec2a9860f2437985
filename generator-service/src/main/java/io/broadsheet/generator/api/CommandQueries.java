package io.broadsheet.generator.api;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;

/** Reads commands for the API. */
@ApplicationScoped
class CommandQueries {

  // The publisher's row outlives the outbox's; before it there is only that, or a dead letter.
  private static final String FIND =
      """
      select c.id, coalesce(c.result, 'accepted') as state, c.reason, c.kind, c.target, c.post_id,
        c.generation, c.operator, c.order_reason, c.ordered_at, c.settled_at
      from publisher.command c where c.id = $1
      union all
      select o.id, case when l.reason is null then 'accepted' else 'refused' end,
        'the publisher could not read it: ' || l.reason, o.payload #>> '{command,kind}', o.target,
        (o.payload #>> '{command,postId}')::uuid, (o.payload #>> '{command,generation}')::int,
        o.payload ->> 'operator', o.payload ->> 'reason', o.created_at, l.created_at
      from generator.outbox o left join publisher.dead_letter l on l.outbox_id = o.id
      where o.id = $1 and o.type = 'command'
      limit 1
      """;

  private final Database database;

  CommandQueries(Database database) {
    this.database = database;
  }

  Optional<CommandView> find(UUID id) {
    for (Row row : database.runRepeatable(FIND, id)) {
      return Optional.of(
          new CommandView(
              row.getUUID("id"),
              row.getString("state"),
              row.getString("reason"),
              row.getString("kind"),
              row.getString("target"),
              row.getUUID("post_id"),
              row.getInteger("generation"),
              row.getString("operator"),
              row.getString("order_reason"),
              row.getOffsetDateTime("ordered_at"),
              row.getOffsetDateTime("settled_at")));
    }
    return Optional.empty();
  }
}
