package io.broadsheet.publisher.replay;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.target.ChannelKind;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Takes the orders to begin and to cancel replays. */
@ApplicationScoped
public class Replays {

  private static final String ACCEPT =
      """
      insert into publisher.replay
        (id, seq, channel, target, from_time, to_time, dry_run, include_old, include_parked, include_skipped,
         operator, reason, ordered_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      on conflict do nothing
      """;

  private static final String CANCEL =
      """
      update publisher.replay set state = 'cancelled', ended_at = clock_timestamp(), lease_until = null,
        last_error = null, cancelled_by = $2, cancel_reason = $3
      where id = $1 and state in ('waiting', 'running')
      """;

  private static final String STATE = "select state from publisher.replay where id = $1";

  private final Database database;
  private final Runnable wake;

  @Inject
  Replays(Database database, ReplayWatch watch) {
    this(database, watch::lookNow);
  }

  /**
   * @param wake called after a replay has come in
   */
  public Replays(Database database, Runnable wake) {
    this.database = database;
    this.wake = wake;
  }

  /**
   * Takes an order. Nothing happens if it was taken before.
   *
   * @param order the whole event
   * @param replay what it orders
   * @param seq the order's: what a later command did to a delivery is not undone
   * @return why it is refused, or empty
   * @throws RuntimeException if the database fails; to be tried again
   */
  public Optional<String> accept(CommandEvent order, Command.Replay replay, long seq) {
    if (ChannelKind.find(replay.channel()).isEmpty()) {
      return Optional.of(
          "there is no channel " + replay.channel() + ", only " + ChannelKind.names());
    }
    if (!replay.from().isBefore(replay.to())) {
      return Optional.of("it ends before it begins");
    }
    database.runRepeatable(
        ACCEPT,
        order.id(),
        seq,
        replay.channel(),
        replay.target(),
        replay.from(),
        replay.to(),
        replay.dryRun(),
        replay.includeOld(),
        replay.includeParked(),
        replay.includeSkipped(),
        order.operator(),
        order.reason(),
        order.at());
    wake.run();
    return Optional.empty();
  }

  /**
   * Cancels a replay: what it has done stays, and it reads no further.
   *
   * @param order the whole event
   * @param cancel what it orders
   * @return why it is refused, or empty
   * @throws RuntimeException if the database fails; to be tried again
   */
  public Optional<String> cancel(CommandEvent order, Command.CancelReplay cancel) {
    database.runRepeatable(CANCEL, cancel.replayId(), order.operator(), order.reason());
    for (Row row : database.runRepeatable(STATE, cancel.replayId())) {
      return row.getString("state").equals("cancelled")
          ? Optional.empty()
          : Optional.of("the replay is finished already");
    }
    return Optional.of("the publisher has no such replay");
  }
}
