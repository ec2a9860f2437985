package io.broadsheet.generator.outbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.Target;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/**
 * Puts a command into the outbox, and with it the post's own row where it sends one: both or
 * nothing, and only if nothing it depends on has had another order since the decision. One
 * statement is the whole transaction.
 */
@ApplicationScoped
class OrderTransaction {

  private static final String UNIQUE_VIOLATION = "23505";

  private static final String ORDER =
      """
      with gate as (
        insert into generator.target_orders as g (target, orders)
        -- Always in the same order: two that share gates must not wait for each other.
        select gate, seen + 1 from unnest($2::text[], $9::bigint[]) as turn (gate, seen) order by gate
        on conflict (target) do update set orders = excluded.orders where g.orders = excluded.orders - 1
        returning orders
      ),
      -- All or none. A gate that has moved for an order not given only makes others decide again.
      passed as (
        select where (select count(*) from gate) = cardinality($2::text[])
      ),
      command as (
        insert into generator.outbox (id, destination, target, aggregate_id, generation, type, payload)
        select $3, '%s', $1, $4, $5, '%s', $6::jsonb from passed
      ),
      post as (
        insert into generator.outbox (destination, target, aggregate_id, generation, type, payload)
        select $7, $1, $4, $5, '%s', $8::jsonb from passed where $7::text is not null
      )
      select from passed
      """
          .formatted(CommandEvent.DESTINATION, CommandEvent.TYPE, PostEvent.TYPE);

  private final Database database;

  OrderTransaction(Database database) {
    this.database = database;
  }

  /**
   * Gives an order.
   *
   * @param turn what was seen before the decision
   * @return false if another order came first at one of its gates, or this very one did and its
   *     answer was lost: decide again
   */
  boolean give(OrderFacts.Turn turn, CommandEvent command) {
    return give(turn, command, null, null);
  }

  /**
   * Gives an order that sends a post.
   *
   * @throws PostTooLarge if the post does not fit into a message; nothing is changed then
   */
  boolean give(OrderFacts.Turn turn, CommandEvent command, Target target, PostEvent post) {
    boolean ofDelivery = command.command() instanceof Command.OfDelivery;
    UUID aggregate = ofDelivery ? ((Command.OfDelivery) command.command()).postId() : command.id();
    int generation = ofDelivery ? ((Command.OfDelivery) command.command()).generation() : 1;
    try {
      return database
              .runRepeatable(
                  ORDER,
                  command.target(),
                  turn.gates().toArray(String[]::new),
                  command.id(),
                  aggregate,
                  generation,
                  new JsonObject(EventFormat.write(command)),
                  target == null ? null : Topics.postDestination(target.channel()),
                  post == null ? null : PostPayload.of(post),
                  turn.orders().toArray(Long[]::new))
              .size()
          == 1;
    } catch (PgException e) {
      if (UNIQUE_VIOLATION.equals(e.getSqlState())) {
        return false;
      }
      throw e;
    }
  }
}
