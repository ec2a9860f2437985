package io.broadsheet.generator.outbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;

/** Reads what an order about a replay is decided on. */
@ApplicationScoped
class ReplayFacts {

  private static final String REPETITION =
      """
      select from generator.outbox o
      where o.type = '%s' and o.generation > 1 and o.destination = $1
        and ($2::text is null or o.target = $2)
        and not exists (select from publisher.delivery d where d.event_id = o.id)
        and not exists (select from publisher.dead_letter l where l.outbox_id = o.id)
      limit 1
      """
          .formatted(PostEvent.TYPE);

  private final Database database;
  private final OrderFacts facts;

  ReplayFacts(Database database, OrderFacts facts) {
    this.database = database;
    this.facts = facts;
  }

  /** The command of an id. */
  Optional<CommandEvent> order(UUID id) {
    return facts.find(id);
  }

  /** The state of a replay that was ordered; {@code accepted} before the publisher has it. */
  String state(UUID id) {
    for (Row row : database.runRepeatable("select state from publisher.replay where id = $1", id)) {
      return row.getString("state");
    }
    return "accepted";
  }

  /**
   * Whether a later generation of a post is under way.
   *
   * @param target null: to any target of the channel
   */
  boolean isRepetitionUnderWay(String channel, String target) {
    String destination = ChannelKind.find(channel).map(Topics::postDestination).orElseThrow();
    return database.runRepeatable(REPETITION, destination, target).rowCount() > 0;
  }
}
