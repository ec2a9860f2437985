package io.broadsheet.publisher.replay;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Duration;
import java.util.Optional;

/** Lets one replica at a time read a replay: a row with an expiry and a fence. */
final class ReplayLeases {

  /** How long a dead holder keeps the others waiting. */
  static final Duration LENGTH = Duration.ofSeconds(30);

  private static final int LONGEST_ERROR = 500;

  // One that waits for something keeps no other from being read.
  private static final String TAKE =
      """
      with next as (
        select id from publisher.replay
        where state in ('waiting', 'running')
          and (owner = $1 or lease_until is null or lease_until <= clock_timestamp())
        order by last_error is not null, seq limit 1
        for update skip locked
      ),
      taken as (
        update publisher.replay r set
          state = 'running',
          owner = $1,
          fence = r.fence + 1,
          lease_until = clock_timestamp() + $2::bigint * interval '1 ms',
          started_at = coalesce(r.started_at, clock_timestamp())
        from next where r.id = next.id
        returning r.*
      )
      select taken.id, taken.fence, taken.channel, taken.target, taken.from_time, taken.to_time, taken.dry_run,
        taken.partitions::text as partitions,
        exists (select from publisher.replay where state in ('waiting', 'running')) as open
      from (select) one left join taken on true
      """;

  private static final String WAITS =
      """
      update publisher.replay set last_error = $3, lease_until = clock_timestamp() + $4::bigint * interval '1 ms'
      where id = $1 and fence = $2 and state = 'running'
      """;

  private static final String RELEASE =
      """
      update publisher.replay set lease_until = null, owner = null
      where id = $1 and fence = $2 and state = 'running'
      """;

  private static final String FINISH =
      """
      update publisher.replay set state = 'finished', ended_at = clock_timestamp(), lease_until = null,
        last_error = null, partitions = $3::text::jsonb
      where id = $1 and fence = $2 and state = 'running'
      """;

  private final Database database;
  private final String replica;

  /**
   * @param replica this process's name in the rows
   */
  ReplayLeases(Database database, String replica) {
    this.database = database;
    this.replica = replica;
  }

  /**
   * What a look found.
   *
   * @param held the replay that is this process's now; empty if there is none to take
   * @param open whether any replay is not finished, another replica's included
   */
  record Look(Optional<HeldReplay> held, boolean open) {}

  /** Takes the oldest replay that nobody reads, or that was this process's before. */
  Look take() {
    Row row = database.runRepeatable(TAKE, replica, LENGTH.toMillis()).iterator().next();
    return new Look(
        row.getUUID("id") == null ? Optional.empty() : Optional.of(read(row)),
        row.getBoolean("open"));
  }

  /** Says why it waits, and keeps it. */
  void waits(HeldReplay replay, String why) {
    database.runRepeatable(
        WAITS,
        replay.id(),
        replay.fence(),
        why.substring(0, Math.min(why.length(), LONGEST_ERROR)).replace('\0', ' '),
        LENGTH.toMillis());
  }

  /** Leaves it to whoever looks next. */
  void release(HeldReplay replay) {
    database.runRepeatable(RELEASE, replay.id(), replay.fence());
  }

  /**
   * Ends it.
   *
   * @return false if it is not this process's any more, or was cancelled
   */
  boolean finish(HeldReplay replay, Progress progress) {
    return database.runRepeatable(FINISH, replay.id(), replay.fence(), progress.json()).rowCount()
        == 1;
  }

  private static HeldReplay read(Row row) {
    return new HeldReplay(
        row.getUUID("id"),
        row.getLong("fence"),
        row.getString("channel"),
        Optional.ofNullable(row.getString("target")),
        row.getOffsetDateTime("from_time"),
        row.getOffsetDateTime("to_time"),
        row.getBoolean("dry_run"),
        Optional.ofNullable(row.getString("partitions")).map(Progress::parse));
  }
}
