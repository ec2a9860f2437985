package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Outbox rows that have become neither delivery nor command nor dead letter, and what the
 * reconciler remembers of those it has sent.
 */
final class UnsettledRows {

  /** How many are read at once, and how many bytes of payload at most, but always one row. */
  private static final int BATCH_ROWS = 100;

  private static final int BATCH_BYTES = 4 * 1024 * 1024;

  private static final String FORGET_SETTLED =
      """
      with settled as (
        delete from generator.reconciliation r
        where exists (select from publisher.delivery d where d.event_id = r.outbox_id)
           or exists (select from publisher.command c where c.id = r.outbox_id)
           or exists (select from publisher.dead_letter l where l.outbox_id = r.outbox_id)
      )
      """;

  private static final String DUE =
      """
      due as (
        select o.id, row_number() over turn as place,
            sum(octet_length(o.payload::text)) over turn as bytes
        from generator.outbox o left join generator.reconciliation r on r.outbox_id = o.id
        where %s
          and (r.outbox_id is null or r.next_attempt_at <= clock_timestamp())
          and not exists (select from publisher.delivery d where d.event_id = o.id)
          and not exists (select from publisher.command c where c.id = o.id)
          and not exists (select from publisher.dead_letter l where l.outbox_id = o.id)
        -- Those never sent come first: a repeat must not starve them.
        window turn as (order by coalesce(r.sends, 0), o.seq)
        order by place limit $2
      )
      select o.id, o.seq, o.destination, o.target, o.aggregate_id, o.generation, o.type,
          o.payload::text as payload, o.traceparent, o.created_at
      from due join generator.outbox o on o.id = due.id
      where due.bytes <= $3 or due.place = 1
      order by due.place
      """;

  private static final String OLDER_THAN_AGE =
      FORGET_SETTLED
          + ", "
          + DUE.formatted("o.created_at < clock_timestamp() - $1 * interval '1 millisecond'");

  private static final String OLDER_THAN_TIME =
      FORGET_SETTLED + ", " + DUE.formatted("o.created_at < $1");

  private static final String REMEMBER =
      """
      insert into generator.reconciliation as r (outbox_id, next_attempt_at)
      select sent, clock_timestamp() + least($2 * 2, 3600000) * interval '1 millisecond'
      from unnest($1::uuid[]) sent
      where exists (select from generator.lease l
                    where l.name = 'reconciler' and l.owner = $3 and l.fence = $4
                      and l.lease_until > clock_timestamp())
      on conflict (outbox_id) do update
      set sends = r.sends + 1,
          next_attempt_at = clock_timestamp()
              + least($2 * power(2, least(r.sends + 1, 30)), 3600000) * interval '1 millisecond'
      """;

  private final Database database;

  UnsettledRows(Database database) {
    this.database = database;
  }

  /** The next of those at least that old. */
  List<OutboxMessage> olderThan(Duration age) {
    return read(OLDER_THAN_AGE, (double) age.toMillis());
  }

  /** The next of those made before a time by the database's clock. */
  List<OutboxMessage> olderThan(OffsetDateTime time) {
    return read(OLDER_THAN_TIME, time);
  }

  /**
   * Remembers that they were sent: each waits twice as long as before until it is sent again, from
   * twice {@code first} up to an hour. A holder that lost its lease changes nothing.
   */
  void sent(List<OutboxMessage> messages, Duration first, String owner, long fence) {
    database.runRepeatable(
        REMEMBER,
        messages.stream().map(OutboxMessage::id).toArray(java.util.UUID[]::new),
        (double) first.toMillis(),
        owner,
        fence);
  }

  private List<OutboxMessage> read(String sql, Object bound) {
    List<OutboxMessage> messages = new ArrayList<>();
    database
        .runRepeatable(sql, bound, BATCH_ROWS, (long) BATCH_BYTES)
        .forEach(row -> messages.add(OutboxMessage.of(row)));
    return messages;
  }
}
