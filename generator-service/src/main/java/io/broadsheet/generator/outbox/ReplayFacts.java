package io.broadsheet.generator.outbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
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

  // A replay that only fills gaps can send what has no delivery: an earlier generation's event may
  // not have been readable when the later one was ordered.
  private static final String REPETITION =
      """
      select from generator.outbox o
      where o.type = '%s' and o.generation > 1 and o.destination = $1
        and ($2::text is null or o.target = $2)
        and ($3 or o.generation - 1 > (
          select count(*) from publisher.delivery d
          where d.post_id = o.aggregate_id and d.target = o.target and d.generation < o.generation))
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
   * Whether a later generation is under way of a post that the replay may send too.
   *
   * @param replay one that is not dry
   */
  boolean isRepetitionUnderWay(Command.Replay replay) {
    boolean revives = replay.includeParked() || replay.includeSkipped();
    String destination =
        ChannelKind.find(replay.channel()).map(Topics::postDestination).orElseThrow();
    return database.runRepeatable(REPETITION, destination, replay.target(), revives).rowCount() > 0;
  }
}
