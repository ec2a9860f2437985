package io.broadsheet.generator.outbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Recognises an order that was given before: by its idempotency key at any time, or by its words
 * while it is not settled. Words that another order followed since, which may undo it or be undone
 * by it, say something new: who pauses, resumes and pauses again wants a paused target.
 */
@ApplicationScoped
class RecogniseOrder {

  // The generation is the desk's to choose, not the operator's. What followed is looked for among
  // the publisher's commands too: they outlive the outbox, and its own port knows no outbox.
  private static final String SAME_WORDS =
      """
      select o.id
      from (select $1::text::jsonb as event) wanted
      join generator.outbox o on o.type = 'command' and o.target = wanted.event ->> 'target'
      cross join lateral (select o.payload -> 'command' as command) given
      where (o.payload - 'id' - 'at') #- '{command,generation}'
          = (wanted.event - 'id' - 'at') #- '{command,generation}'
        and not exists (select from publisher.command c where c.id = o.id and c.result is not null)
        and not exists (select from publisher.dead_letter l where l.outbox_id = o.id)
        and not exists (
          select from (
            select seq, null as at, payload -> 'command' as command
            from generator.outbox where type = 'command' and target = any ($2)
            union all
            select seq, ordered_at, event -> 'command' from publisher.command where target = any ($2)
          ) later
          where (later.seq > o.seq
              or later.seq is null and later.at > (o.payload ->> 'at')::timestamptz)
            and (given.command ->> 'kind' in ('pause', 'resume')
                and later.command ->> 'kind' in ('pause', 'resume')
              or later.command ->> 'postId' = given.command ->> 'postId'
              or later.command ->> 'replayId' = o.id::text
              or given.command ->> 'postId' is not null and %s
              or later.command ->> 'postId' is not null and %s))
      order by o.seq desc limit 1
      """
          .formatted(revives("later.command"), revives("given.command"));

  private final Database database;
  private final OrderFacts facts;

  RecogniseOrder(Database database, OrderFacts facts) {
    this.database = database;
    this.facts = facts;
  }

  /**
   * Recognises it.
   *
   * @param order as it would be given now
   * @param wanted the command for a generation
   * @param related the keys of orders that may undo it or be undone by it, its own included
   * @return the command that it is already, or why its key is not free; empty if it is new
   */
  Optional<OrderReply> recognise(
      CommandEvent order, IntFunction<? extends Command> wanted, Collection<String> related) {
    Optional<CommandEvent> known = facts.find(order.id());
    if (known.isPresent()) {
      return Optional.of(
          isSame(known.get(), order, wanted)
              ? new OrderReply.Accepted(order.id())
              : new OrderReply.Conflict(
                  "this Idempotency-Key belongs to another order, " + order.id()));
    }
    for (Row row :
        database.runRepeatable(
            SAME_WORDS, EventFormat.write(order), related.toArray(String[]::new))) {
      return Optional.of(new OrderReply.Accepted(row.getUUID("id")));
    }
    return Optional.empty();
  }

  /** That a command is a replay which may make settled deliveries due. */
  private static String revives(String command) {
    return """
        (%1$s @> '{"kind": "replay", "dryRun": false}'
                and (%1$s @> '{"includeParked": true}' or %1$s @> '{"includeSkipped": true}'))\
        """
        .formatted(command);
  }

  private static boolean isSame(
      CommandEvent known, CommandEvent order, IntFunction<? extends Command> wanted) {
    int generation =
        known.command() instanceof Command.OfDelivery ofDelivery ? ofDelivery.generation() : 1;
    return known.target().equals(order.target())
        && known.operator().equals(order.operator())
        && Objects.equals(known.reason(), order.reason())
        && known.command().equals(wanted.apply(generation));
  }
}
