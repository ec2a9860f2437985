package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Duration;
import java.util.Collection;

/**
 * Parks what is older than its target's max-age, also at paused targets and at those that are not
 * configured here: a target that comes back never floods its readers. An unknown delivery may be
 * probed for max-age after its last call. A row that somebody holds locked is left for the next
 * sweep.
 */
final class ParkOverdue {

  private static final String PARK =
      """
      with age as materialized (
        select * from unnest($1::text[], $2::bigint[]) as age (target, ms)
      ),
      overdue as materialized (
        select d.post_id, d.target, d.generation
        from publisher.delivery d
        where d.state in ('pending', 'retry', 'unknown')
          and (d.lease_until is null or d.lease_until <= clock_timestamp())
          and greatest(d.created_at, d.age_since, case when d.state = 'unknown' then d.last_call_deadline end)
            <= clock_timestamp()
              - coalesce((select ms from age where age.target = d.target), $3::bigint) * interval '1 ms'
          and not exists (
            select from publisher.attempt late
            where d.state = 'unknown' and late.post_id = d.post_id and late.target = d.target
              and late.generation = d.generation and late.part = d.part and late.outcome in ('posted', 'found'))
        for no key update of d skip locked
      )
      update publisher.delivery d set
        state = 'parked',
        claim_token = null,
        lease_until = null,
        last_outcome = 'max_age',
        last_error = case when d.part > 1
            then 'the messages before number ' || d.part || ' are on the channel; ' else '' end
          || case when d.state = 'unknown'
          then 'max-age passed and no probe could tell whether it was posted'
          else 'older than max-age' end
          || coalesce('; last: ' || d.last_error, '')
      from overdue
      where d.post_id = overdue.post_id and d.target = overdue.target and d.generation = overdue.generation
      returning d.target
      """;

  private final Database database;
  private final Duration maxAgeElsewhere;

  /**
   * @param maxAgeElsewhere for targets that are not configured here
   */
  ParkOverdue(Database database, Duration maxAgeElsewhere) {
    this.database = database;
    this.maxAgeElsewhere = maxAgeElsewhere;
  }

  /**
   * Parks them.
   *
   * @param targets the configured ones
   * @return how many
   */
  int parkOverdue(Collection<OpenTarget> targets) {
    int parked = 0;
    for (Row ignored :
        database.runRepeatable(
            PARK,
            targets.stream().map(OpenTarget::name).toArray(String[]::new),
            targets.stream().map(t -> t.policy().maxAge().toMillis()).toArray(Long[]::new),
            maxAgeElsewhere.toMillis())) {
      parked++;
    }
    return parked;
  }
}
