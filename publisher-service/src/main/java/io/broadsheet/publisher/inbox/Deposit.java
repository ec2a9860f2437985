package io.broadsheet.publisher.inbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.delivery.LaterGeneration;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a batch of events into pending deliveries, in one statement. What is there already stays as
 * it is, so a record may come any number of times.
 *
 * <p>An event of an earlier generation than one that is known, by its order or its event, or comes
 * with it, is {@code skipped}: whoever ordered the later one has decided that it takes this one's
 * place. So it needs no person, and no command but to the newest generation is possible anyway.
 */
@ApplicationScoped
class Deposit {

  private static final String DEPOSIT =
      """
      with event as materialized (select * from %s)
      insert into publisher.delivery
        (post_id, target, generation, event_id, channel, language, payload, created_at,
         state, last_outcome, last_error)
      select e.post_id, e.target, e.generation, e.event_id, e.channel, e.language, e.payload::jsonb, e.created_at,
        case when known.later then 'skipped' else 'pending' end,
        case when known.later then 'outdated' end,
        case when known.later then 'a later generation had been ordered when its event came; it stays unsent' end
      from event e
      cross join lateral (select %s as later) known
      on conflict do nothing
      returning target
      """
          .formatted(ArrivalColumns.RELATION, LaterGeneration.than("e", "event"));

  private final Database database;

  Deposit(Database database) {
    this.database = database;
  }

  /**
   * Deposits them.
   *
   * @return the target of each new delivery
   */
  List<String> deposit(List<Arrival> arrivals) {
    List<String> targets = new ArrayList<>();
    for (Row row : database.runRepeatable(DEPOSIT, ArrivalColumns.arguments(arrivals))) {
      targets.add(row.getString("target"));
    }
    return targets;
  }
}
