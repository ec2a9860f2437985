package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.time.Duration;

/** Lets one replica at a time reconcile: a row with an expiry and a fence, no advisory lock. */
final class ReconcilerLease {

  /** How long a dead holder keeps the others waiting. */
  static final Duration LENGTH = Duration.ofSeconds(30);

  private static final String TAKE =
      """
      insert into generator.lease (name, owner, lease_until)
      values ('reconciler', $1, clock_timestamp() + $2 * interval '1 second')
      on conflict (name) do update
      set owner = excluded.owner, lease_until = excluded.lease_until, fence = lease.fence + 1
      -- Its own too: the answer to an earlier taking may have been lost, and its fence with it.
      where lease.lease_until < clock_timestamp() or lease.owner = excluded.owner
      returning fence
      """;

  private static final String EXTEND =
      """
      update generator.lease set lease_until = clock_timestamp() + $3 * interval '1 second'
      where name = 'reconciler' and owner = $1 and fence = $2 and lease_until > clock_timestamp()
      """;

  private final Database database;
  private final String owner;

  ReconcilerLease(Database database, String owner) {
    this.database = database;
    this.owner = owner;
  }

  /**
   * Takes it if it is free or this replica's already; who held it by an earlier fence has lost it.
   *
   * @return the fence, or 0 if another replica holds it
   */
  long take() {
    RowSet<Row> rows = database.runRepeatable(TAKE, owner, LENGTH.toSeconds());
    return rows.size() == 0 ? 0 : rows.iterator().next().getLong("fence");
  }

  /** Extends it; false if it is lost. */
  boolean renew(long fence) {
    return database.runRepeatable(EXTEND, owner, fence, LENGTH.toSeconds()).rowCount() == 1;
  }

  /** Ends it before its time, if it is still held. */
  void release(long fence) {
    database.runRepeatable(EXTEND, owner, fence, 0L);
  }
}
