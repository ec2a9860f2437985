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
 * nothing, and only if the target has had no other order since the decision. One statement is the
 * whole transaction.
 */
@ApplicationScoped
class OrderTransaction {

  private static final String UNIQUE_VIOLATION = "23505";

  private static final String ORDER =
      """
      with gate as (
        insert into generator.target_orders as g (target, orders) values ($1, 1)
        on conflict (target) do update set orders = g.orders + 1 where g.orders = $2
        returning orders
      ),
      command as (
        insert into generator.outbox (id, destination, target, aggregate_id, generation, type, payload)
        select $3, '%s', $1, $4, $5, '%s', $6::jsonb from gate
      ),
      post as (
        insert into generator.outbox (destination, target, aggregate_id, generation, type, payload)
        select $7, $1, $4, $5, '%s', $8::jsonb from gate where $7::text is not null
      )
      select orders from gate
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
   * @return false if another order to the target came first, or this very one did and its answer
   *     was lost: decide again
   */
  boolean give(OrderFacts.Turn turn, CommandEvent command) {
    return give(turn, command, null, null);
  }

  /** Gives an order that sends a post. */
  boolean give(OrderFacts.Turn turn, CommandEvent command, Target target, PostEvent post) {
    boolean ofDelivery = command.command() instanceof Command.OfDelivery;
    UUID aggregate = ofDelivery ? ((Command.OfDelivery) command.command()).postId() : command.id();
    int generation = ofDelivery ? ((Command.OfDelivery) command.command()).generation() : 1;
    try {
      return database
              .runRepeatable(
                  ORDER,
                  command.target(),
                  turn.orders(),
                  command.id(),
                  aggregate,
                  generation,
                  new JsonObject(EventFormat.write(command)),
                  target == null ? null : Topics.postDestination(target.channel()),
                  post == null ? null : new JsonObject(EventFormat.write(post)))
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
