package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the database, in one read for all targets, when something will be claimable next. It is what
 * runs at rest, so it touches only the partial indexes of live deliveries and leases. Of each
 * target it looks at the first 200 live deliveries: behind so many that wait for their companions
 * it may miss one that is ready, so a target with a waiting one is claimed from now and then.
 */
final class LookAhead {

  private static final String LOOK =
      """
      with clock as materialized (select clock_timestamp() as now),
      wanted as materialized (
        select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as w (target, max_age_ms, companion_wait_ms)
      ),
      open as materialized (
        select w.*, t.companion, greatest(t.next_allowed_at, t.paused_until, t.operator_pause_until) as opens_at,
          (select count(*) from publisher.delivery f
           where f.target = t.target and f.lease_until > clock.now) >= t.max_in_flight as is_full
        from wanted w
        join publisher.target_state t on t.target = w.target
        cross join clock
      )
      select open.target,
        case when greatest(first.at, open.opens_at) < 'infinity'
          and not (open.is_full and greatest(first.at, open.opens_at) <= clock.now) then
          ceil(extract(epoch from greatest(first.at, open.opens_at) - clock.now) * 1000)::bigint
        end as due_in_ms,
        coalesce(open.is_full and first.at <= clock.now, false)
          and coalesce(open.opens_at <= clock.now, true) as is_full,
        coalesce(first.awaits, false) and coalesce(open.opens_at <= clock.now, true) as awaits
      from open
      cross join clock
      cross join lateral (
        select min(live.at) filter (where not live.awaits) as at, bool_or(live.awaits) as awaits
        from (
          select greatest(d.next_attempt_at, d.lease_until) as at,
            d.state <> 'unknown' and d.rendered is null and open.companion is not null
              and d.next_attempt_at <= clock.now
              and d.created_at > clock.now - open.companion_wait_ms * interval '1 ms'
              and coalesce((
                select c.state from publisher.delivery c
                where c.post_id = d.post_id and c.target = open.companion
                order by c.generation desc limit 1), '') not in ('posted', 'parked', 'skipped')
              as awaits
          from publisher.delivery d
          where d.target = open.target
            and d.state in ('pending', 'retry', 'unknown')
            and (d.state = 'unknown' or coalesce(d.age_since, d.created_at) > clock.now - open.max_age_ms * interval '1 ms')
          order by d.next_attempt_at
          limit 200
        ) live
      ) first
      where first.at is not null or first.awaits
      union all
      select null,
        ceil(extract(epoch from min(d.lease_until) - clock_timestamp()) * 1000)::bigint,
        false, false
      from publisher.delivery d where d.lease_until is not null and d.state = 'sending'
      """;

  private final Database database;

  LookAhead(Database database) {
    this.database = database;
  }

  /**
   * What the look saw.
   *
   * @param dueNow targets that would admit a claim now
   * @param nextDueIn when the next target would, if nothing else happens
   * @param nextExpiryIn when the next lease of a call ends; zero or below if one has
   * @param awaiting open targets where something due waits for a companion, whose end another
   *     replica may see first
   * @param full whether something due waits for a call in flight, likewise
   */
  record Outlook(
      Set<String> dueNow,
      Optional<Duration> nextDueIn,
      Optional<Duration> nextExpiryIn,
      Set<String> awaiting,
      boolean full) {

    /** Whether something that is due waits for what others do. */
    boolean blocked() {
      return full || !awaiting.isEmpty();
    }
  }

  /** Looks. */
  Outlook lookAhead(Collection<OpenTarget> targets) {
    Set<String> dueNow = new HashSet<>();
    Duration nextDueIn = null;
    Duration nextExpiryIn = null;
    Set<String> awaiting = new HashSet<>();
    boolean full = false;
    for (Row row :
        database.runRepeatable(
            LOOK,
            targets.stream().map(OpenTarget::name).toArray(String[]::new),
            targets.stream().map(t -> t.policy().maxAge().toMillis()).toArray(Long[]::new),
            targets.stream()
                .map(t -> t.policy().companionWait().toMillis())
                .toArray(Long[]::new))) {
      String target = row.getString(0);
      Long inMs = row.getLong(1);
      full |= row.getBoolean(2);
      if (row.getBoolean(3)) {
        awaiting.add(target);
      }
      if (inMs == null) {
        continue;
      }
      Duration in = Duration.ofMillis(inMs);
      if (target == null) {
        nextExpiryIn = in;
      } else if (inMs <= 0) {
        dueNow.add(target);
      } else if (nextDueIn == null || in.compareTo(nextDueIn) < 0) {
        nextDueIn = in;
      }
    }
    return new Outlook(
        Set.copyOf(dueNow),
        Optional.ofNullable(nextDueIn),
        Optional.ofNullable(nextExpiryIn),
        Set.copyOf(awaiting),
        full);
  }
}
