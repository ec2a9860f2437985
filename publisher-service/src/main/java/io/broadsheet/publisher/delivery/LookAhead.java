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
 * runs at rest, so it touches only the partial indexes of live deliveries and leases.
 */
final class LookAhead {

  private static final String LOOK =
      """
      with clock as materialized (select clock_timestamp() as now),
      wanted as materialized (
        select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as w (target, max_age_ms, companion_wait_ms)
      ),
      live as (
        select d.target,
          greatest(d.next_attempt_at, d.lease_until, t.next_allowed_at, t.paused_until,
            t.operator_pause_until) as at,
          d.state <> 'unknown' and d.rendered is null and t.companion is not null
            and d.created_at > clock.now - w.companion_wait_ms * interval '1 ms'
            and coalesce((
              select c.state from publisher.delivery c
              where c.post_id = d.post_id and c.target = t.companion
              order by c.generation desc limit 1), '') not in ('posted', 'parked', 'skipped')
            as awaits_companion,
          (select count(*) from publisher.delivery f
           where f.target = t.target and f.lease_until > clock.now) >= t.max_in_flight as full
        from wanted w
        join publisher.target_state t on t.target = w.target
        join publisher.delivery d on d.target = w.target
        cross join clock
        where d.state in ('pending', 'retry', 'unknown')
          and (d.state = 'unknown' or coalesce(d.age_since, d.created_at) > clock.now - w.max_age_ms * interval '1 ms')
      )
      select live.target,
        ceil(extract(epoch from
          min(live.at) filter (where live.at < 'infinity' and not awaits_companion and not live.full) - clock.now)
          * 1000)::bigint as due_in_ms,
        bool_or(live.at <= clock.now and (awaits_companion or live.full)) as blocked
      from live, clock group by live.target, clock.now
      union all
      select null,
        ceil(extract(epoch from min(d.lease_until) - clock_timestamp()) * 1000)::bigint,
        false
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
   * @param blocked whether something due waits for a companion or for a call in flight, whose end
   *     another replica may see first
   */
  record Outlook(
      Set<String> dueNow,
      Optional<Duration> nextDueIn,
      Optional<Duration> nextExpiryIn,
      boolean blocked) {}

  /** Looks. */
  Outlook lookAhead(Collection<OpenTarget> targets) {
    Set<String> dueNow = new HashSet<>();
    Duration nextDueIn = null;
    Duration nextExpiryIn = null;
    boolean blocked = false;
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
      blocked |= row.getBoolean(2);
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
        blocked);
  }
}
