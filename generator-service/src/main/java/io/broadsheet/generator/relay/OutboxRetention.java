package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import java.time.Duration;

/**
 * Deletes old outbox rows, in batches, under the reconciler's lease. A row goes only when what it
 * became stands elsewhere for good: a delivery, a command, or a dead letter whose bytes are on
 * their topic. Deliveries are never deleted, so they, not the outbox, tell whether a post had its
 * event.
 */
final class OutboxRetention {

  private static final int BATCH_ROWS = 500;

  private static final String TRIM =
      """
      with old as (
        select o.id from generator.outbox o
        where o.created_at < clock_timestamp() - $1 * interval '1 millisecond'
          and (exists (select from publisher.delivery d where d.event_id = o.id)
               or exists (select from publisher.command c
                          where c.id = o.id and c.result is not null)
               or exists (select from publisher.dead_letter l
                          where l.outbox_id = o.id and l.topic <> $2))
          and exists (select from generator.lease l
                      where l.name = 'reconciler' and l.owner = $3 and l.fence = $4
                        and l.lease_until > clock_timestamp())
        order by o.created_at limit $5
      )
      delete from generator.outbox o using old where o.id = old.id
      """;

  private final Database database;
  private final Duration retention;

  /**
   * @param retention how long a row is kept at least
   */
  OutboxRetention(Database database, Duration retention) {
    this.database = database;
    this.retention = retention;
  }

  /**
   * Deletes some.
   *
   * @return how many; fewer than {@link #isFullBatch} only when no more are left
   */
  int trimSome(String owner, long fence) {
    return database
        .runRepeatable(
            TRIM, (double) retention.toMillis(), UnsettledRows.OUTBOX, owner, fence, BATCH_ROWS)
        .rowCount();
  }

  /** Whether there may be more. */
  static boolean isFullBatch(int deleted) {
    return deleted == BATCH_ROWS;
  }
}
