package io.broadsheet.publisher.inbox;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a batch of events into pending deliveries, in one statement. What is there already stays as
 * it is, so a record may come any number of times.
 */
@ApplicationScoped
class Deposit {

  private static final String DEPOSIT =
      """
      insert into publisher.delivery
        (post_id, target, generation, event_id, channel, language, payload, created_at)
      select post_id, target, generation, event_id, channel, language, payload::jsonb, created_at
      from %s
      on conflict do nothing
      returning target
      """
          .formatted(ArrivalColumns.RELATION);

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
