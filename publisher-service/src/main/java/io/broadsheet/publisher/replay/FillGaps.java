package io.broadsheet.publisher.replay;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.delivery.LaterGeneration;
import io.broadsheet.publisher.inbox.Arrival;
import io.broadsheet.publisher.inbox.ArrivalColumns;
import io.vertx.mutiny.sqlclient.Row;
import java.util.List;
import java.util.Optional;

/**
 * Compares a batch of events with the deliveries, fills in what was ordered, counts what it found,
 * and moves the replay on: one statement under the replay's fence, so that a take-over counts
 * nothing twice and a late holder changes nothing.
 *
 * <p>What is posted, on its way or unknown stays as it is. A parked or skipped delivery that may be
 * at the target is never made due: an attempt is uncertain, a part of it is out, or a later
 * generation was ordered. Nor is a delivery made for an event that a later generation has replaced.
 */
final class FillGaps {

  private static final String FILL =
      """
      with held as materialized (
        select * from publisher.replay where id = $9 and fence = $10 and state = 'running' for update
      ),
      event as materialized (
        select distinct on (e.post_id, e.target, e.generation)
          e.post_id, e.target, e.generation, e.event_id, e.channel, e.language, e.created_at,
          e.payload::jsonb as payload,
          e.created_at <= clock_timestamp() - coalesce(age.ms, $15::bigint) * interval '1 ms' as old
        from held cross join %s
        left join unnest($13::text[], $14::bigint[]) as age (target, ms) on age.target = e.target
      ),
      found as materialized (
        select e.*, coalesce(d.command_seq, 0) < held.seq as free,
          case
            when d.post_id is null
              and exists (select from publisher.delivery o where o.event_id = e.event_id) then 'present'
            when d.post_id is null and known.later then 'may_exist'
            when d.post_id is null and e.old then 'too_old'
            when d.post_id is null then 'missing'
            when d.state not in ('parked', 'skipped') then 'present'
            when d.uncertain_since is not null or d.part > 1
              or exists (
                select from publisher.attempt late
                where late.post_id = d.post_id and late.target = d.target and late.generation = d.generation
                  and late.part = d.part and late.outcome in ('posted', 'found'))
              or known.later
              then 'may_exist'
            else d.state
          end as finding
        from held cross join event e
        left join publisher.delivery d
          on d.post_id = e.post_id and d.target = e.target and d.generation = e.generation
        cross join lateral (select %s as later) known
      ),
      wanted as materialized (
        select f.*,
          f.finding = 'missing'
            or f.finding = 'too_old' and held.include_old
            or f.finding = 'parked' and held.include_parked and f.free
            or f.finding = 'skipped' and held.include_skipped and f.free as due
        from held cross join found f
      ),
      inserted as (
        insert into publisher.delivery
          (post_id, target, generation, event_id, channel, language, payload, created_at,
           state, age_since, last_outcome, last_error)
        select w.post_id, w.target, w.generation, w.event_id, w.channel, w.language, w.payload, w.created_at,
          case when w.due then 'pending' else 'parked' end,
          case when w.due and w.old then clock_timestamp() end,
          case when not w.due then 'max_age' end,
          case when not w.due
            then 'older than max-age when it was replayed; retry it if it should still go out' end
        from held cross join wanted w
        where not held.dry_run and w.finding in ('missing', 'too_old')
        on conflict do nothing
        returning post_id, target, generation, state = 'pending' as due
      ),
      revived as (
        update publisher.delivery d set
          state = 'retry',
          attempt = 0,
          probes = 0,
          next_attempt_at = clock_timestamp(),
          age_since = clock_timestamp(),
          command_seq = held.seq,
          last_outcome = 'replayed',
          last_error = held.operator || ' ordered a replay' || coalesce(': ' || held.reason, '')
            || coalesce('; before: ' || d.last_error, '')
        from held cross join wanted w
        where not held.dry_run and w.due and w.finding in ('parked', 'skipped')
          and d.post_id = w.post_id and d.target = w.target and d.generation = w.generation
          and d.state = w.finding and d.lease_until is null
          and d.uncertain_since is null and d.part = 1 and d.command_seq < held.seq
        returning d.target
      ),
      counted as (
        select
          count(*) filter (where f.finding = 'missing') as missing,
          count(*) filter (where f.finding = 'too_old') as too_old,
          count(*) filter (where f.finding = 'parked') as parked,
          count(*) filter (where f.finding = 'skipped') as skipped,
          count(*) filter (where f.finding = 'may_exist') as may_exist,
          count(*) filter (where f.due) as due
        from (
          select w.finding, w.due
          from held cross join wanted w
          left join inserted i
            on i.post_id = w.post_id and i.target = w.target and i.generation = w.generation
          -- The inbox may have been quicker.
          where held.dry_run or w.finding not in ('missing', 'too_old') or i.post_id is not null
        ) f
      )
      update publisher.replay r set
        partitions = $11::text::jsonb,
        records = r.records + cardinality($1::uuid[]) + $12::bigint,
        unreadable = r.unreadable + $12::bigint,
        present = r.present + cardinality($1::uuid[])
          - c.missing - c.too_old - c.parked - c.skipped - c.may_exist,
        missing = r.missing + c.missing,
        too_old = r.too_old + c.too_old,
        parked = r.parked + c.parked,
        skipped = r.skipped + c.skipped,
        may_exist = r.may_exist + c.may_exist,
        due = r.due + case when r.dry_run then c.due
          else (select count(*) from inserted where inserted.due) + (select count(*) from revived) end,
        last_error = null,
        lease_until = clock_timestamp() + $16::bigint * interval '1 ms'
      from held, counted c
      where r.id = held.id
      returning array(
        select target from inserted where inserted.due union select target from revived) as wake
      """
          .formatted(ArrivalColumns.RELATION, LaterGeneration.than("e", "event"));

  private final Database database;
  private final MaxAges maxAges;

  FillGaps(Database database, MaxAges maxAges) {
    this.database = database;
    this.maxAges = maxAges;
  }

  /**
   * Fills them.
   *
   * @param arrivals the readable events of a batch
   * @param unreadable how many of its records were none
   * @param progress how far the topic is read with this batch
   * @return the targets that have something due now, or empty if the replay is not this process's
   *     any more, or was cancelled
   * @throws RuntimeException if the database fails; nothing or all of it was done
   */
  Optional<List<String>> fill(
      HeldReplay replay, List<Arrival> arrivals, int unreadable, Progress progress) {
    for (Row row :
        database.run(
            FILL,
            ArrivalColumns.arguments(
                arrivals,
                replay.id(),
                replay.fence(),
                progress.json(),
                (long) unreadable,
                maxAges.targets(),
                maxAges.milliseconds(),
                maxAges.elsewhere().toMillis(),
                ReplayLeases.LENGTH.toMillis()))) {
      return Optional.of(List.of(row.getArrayOfStrings("wake")));
    }
    return Optional.empty();
  }
}
