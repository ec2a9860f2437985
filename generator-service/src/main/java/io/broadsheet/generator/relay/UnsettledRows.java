package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Topics;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Outbox rows that have become neither delivery nor command nor dead letter, and what the
 * reconciler remembers of those it has sent.
 */
final class UnsettledRows {

  /** How many are read at once, and how many bytes of payload at most, but always one row. */
  private static final int BATCH_ROWS = 500;

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
      -- By their keys alone: a backlog of any length costs a batch one look.
      next as materialized (
        select o.id, o.seq, coalesce(r.sends, 0) as sends, pg_column_size(o.payload) as stored
        from generator.outbox o left join generator.reconciliation r on r.outbox_id = o.id
        where %s
          and (r.outbox_id is null or r.next_attempt_at <= clock_timestamp())
          and not exists (select from publisher.delivery d where d.event_id = o.id)
          and not exists (select from publisher.command c where c.id = o.id)
          and not exists (select from publisher.dead_letter l where l.outbox_id = o.id)
        -- Those never sent come first: a repeat must not starve them.
        order by coalesce(r.sends, 0), o.seq limit $2
      ),
      -- Stored, a payload is about as large as its text, or compressed: few are read that find no place in the batch.
      small as materialized (
        select id, place, sends, seq from (
          select id, sends, seq, row_number() over turn as place, sum(stored) over turn as stored
          from next window turn as (order by sends, seq)
        ) measured
        where stored <= $3 or place = 1
      ),
      due as (
        select o.id, small.place,
            octet_length(o.payload::text) as size,
            sum(octet_length(o.payload::text)) over (order by small.place) as bytes
        from small join generator.outbox o on o.id = small.id
      )
      select o.id, o.seq, o.destination, o.target, o.aggregate_id, o.generation, o.type,
          case when due.size <= $4 then convert_to(o.payload::text, 'UTF8') end as payload, o.traceparent, o.created_at
      from due join generator.outbox o on o.id = due.id
      where due.bytes <= $3 or due.place = 1
      order by due.place
      """;

  /** Such a row would never be old enough. */
  private static final String NO_TIME_OF_OURS =
      "o.created_at > clock_timestamp() + interval '1 hour'";

  private static final String OLDER_THAN_AGE =
      FORGET_SETTLED
          + ", "
          + DUE.formatted(
              "(o.created_at < clock_timestamp() - $1 * interval '1 millisecond' or %s)"
                  .formatted(NO_TIME_OF_OURS));

  private static final String OLDER_THAN_TIME =
      FORGET_SETTLED + ", " + DUE.formatted("(o.created_at < $1 or %s)".formatted(NO_TIME_OF_OURS));

  /** Where a dead letter's bytes stand when no topic could take them: in the outbox itself. */
  static final String OUTBOX = "generator.outbox";

  private static final String PARK =
      """
      insert into publisher.dead_letter (topic, "partition", "offset", outbox_id, reason)
      select $1, 0, o.seq, o.id, $2 from generator.outbox o
      where o.id = $3
        and ($4 or exists (select from generator.reconciliation r
                           where r.outbox_id = o.id
                             and r.refused_since < clock_timestamp() - interval '1 day'))
        and exists (select from generator.lease l
                    where l.name = 'reconciler' and l.owner = $5 and l.fence = $6
                      and l.lease_until > clock_timestamp())
      on conflict do nothing
      """;

  private static final String IS_PARKED =
      "select from publisher.dead_letter where topic = $1 and outbox_id = $2";

  private static final String REMEMBER =
      """
      insert into generator.reconciliation as r (outbox_id, next_attempt_at, refused_since)
      select sent, clock_timestamp()
              + least($2 * 2, case when sent = any($6::uuid[]) then 300000 else 3600000 end)
                * interval '1 millisecond',
          case when sent = any($5::uuid[]) then clock_timestamp() end
      from unnest($1::uuid[]) sent
      where exists (select from generator.lease l
                    where l.name = 'reconciler' and l.owner = $3 and l.fence = $4
                      and l.lease_until > clock_timestamp())
      on conflict (outbox_id) do update
      set sends = r.sends + 1,
          next_attempt_at = clock_timestamp()
              + least($2 * power(2, least(r.sends + 1, 30)),
                  case when r.outbox_id = any($6::uuid[]) then 300000 else 3600000 end)
                * interval '1 millisecond',
          refused_since = case when excluded.refused_since is not null
                               then coalesce(r.refused_since, excluded.refused_since) end
      """;

  private final Database database;

  UnsettledRows(Database database) {
    this.database = database;
  }

  /**
   * Some of the rows, in the order in which they are to be sent.
   *
   * @param messages those that can be sent
   * @param misfits those that cannot
   */
  record Batch(List<OutboxMessage> messages, List<Misfit> misfits) {

    boolean isEmpty() {
      return messages.isEmpty() && misfits.isEmpty();
    }

    List<UUID> ids() {
      return Stream.concat(
              messages.stream().map(OutboxMessage::id), misfits.stream().map(Misfit::id))
          .toList();
    }
  }

  /** The next of those at least that old. */
  Batch olderThan(Duration age) {
    return read(OLDER_THAN_AGE, (double) age.toMillis());
  }

  /** The next of those made before a time by the database's clock. */
  Batch olderThan(OffsetDateTime time) {
    return read(OLDER_THAN_TIME, time);
  }

  /**
   * Rows that were tried.
   *
   * @param ids all of them
   * @param refused those of them that were refused themselves
   * @param untaken those of them that Kafka did not take for no fault of theirs
   */
  record Tried(List<UUID> ids, List<UUID> refused, List<UUID> untaken) {}

  /**
   * Remembers them: each waits twice as long as before until it is tried again, from twice {@code
   * first} up to an hour, but up to 5 min if it is untaken: whatever keeps Kafka from taking it may
   * be mended at any time. Since when one is refused is kept until it is not. A holder that lost
   * its lease changes nothing.
   */
  void remember(Tried tried, Duration first, String owner, long fence) {
    database.runRepeatable(
        REMEMBER,
        tried.ids().toArray(UUID[]::new),
        (double) first.toMillis(),
        owner,
        fence,
        tried.refused().toArray(UUID[]::new),
        tried.untaken().toArray(UUID[]::new));
  }

  /**
   * Settles a row as a dead letter; its bytes stay in the outbox. One that is not at fault for good
   * only when it has been refused for a day: a replica of a newer version may know its destination,
   * and a topic may be made wide again. How old the row is says nothing: Kafka may have been away.
   *
   * @return whether it is parked, by this call or before
   */
  boolean park(Misfit misfit, String owner, long fence) {
    boolean parked =
        database
                .runRepeatable(
                    PARK, OUTBOX, misfit.reason(), misfit.id(), misfit.forGood(), owner, fence)
                .rowCount()
            == 1;
    // A repetition whose first answer was lost inserts nothing.
    return parked || isParked(misfit);
  }

  private boolean isParked(Misfit misfit) {
    return database.runRepeatable(IS_PARKED, OUTBOX, misfit.id()).rowCount() == 1;
  }

  private Batch read(String sql, Object bound) {
    List<OutboxMessage> messages = new ArrayList<>();
    List<Misfit> misfits = new ArrayList<>();
    database
        .runRepeatable(sql, bound, BATCH_ROWS, (long) BATCH_BYTES, Topics.MAX_PAYLOAD_BYTES)
        .forEach(
            row -> {
              try {
                messages.add(OutboxMessage.of(row));
              } catch (RuntimeException e) {
                misfits.add(
                    new Misfit(
                        row.getUUID("id"),
                        row.getString("target"),
                        "the row cannot be converted: " + e.getMessage(),
                        true));
              }
            });
    return new Batch(messages, misfits);
  }
}
