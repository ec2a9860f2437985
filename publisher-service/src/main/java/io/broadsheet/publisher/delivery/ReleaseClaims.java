package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import java.time.Duration;
import java.util.Collection;
import java.util.UUID;

/**
 * Gives claims back under which nothing was called: the delivery is as it was, the attempt costs
 * nothing. A token that was never committed, or was taken over, changes nothing.
 */
final class ReleaseClaims {

  private static final String RELEASE =
      """
      with released as (
        update publisher.delivery d set
          state = case
            when d.state <> 'sending' then d.state
            when d.uncertain_since is null then 'retry'
            else 'unknown' end,
          attempt = d.attempt - (a.kind = 'call')::int,
          probes = d.probes - (a.kind = 'probe')::int,
          next_attempt_at = clock_timestamp() + $2::bigint * interval '1 ms',
          lease_until = null,
          last_outcome = 'released',
          last_error = $3
        from publisher.attempt a
        where a.claim_token = any ($1::uuid[])
          and d.post_id = a.post_id and d.target = a.target and d.generation = a.generation
          and d.claim_token = a.claim_token and d.lease_until is not null
      )
      update publisher.attempt set ended_at = clock_timestamp(), outcome = 'released', message = $3
      where claim_token = any ($1::uuid[]) and ended_at is null
      """;

  private final Database database;

  ReleaseClaims(Database database) {
    this.database = database;
  }

  /**
   * Releases them.
   *
   * @param retryIn when the deliveries are due again
   * @param why shown to people
   */
  void release(Collection<UUID> tokens, Duration retryIn, String why) {
    database.runRepeatable(RELEASE, tokens.toArray(UUID[]::new), retryIn.toMillis(), why);
  }
}
