package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
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
      ),
      closed as (
        update publisher.attempt set ended_at = clock_timestamp(), outcome = 'released', message = $3
        where claim_token = any ($1::uuid[]) and ended_at is null
      )
      select claim_token from publisher.attempt where claim_token = any ($1::uuid[])
      """;

  private final Database database;
  private final EndSilentSessions endSilentSessions;

  ReleaseClaims(Database database, EndSilentSessions endSilentSessions) {
    this.database = database;
    this.endSilentSessions = endSilentSessions;
  }

  /**
   * Releases them.
   *
   * @param retryIn when the deliveries are due again
   * @param why shown to people
   * @return those whose claim is visible, released now or before
   */
  Set<UUID> release(Collection<UUID> tokens, Duration retryIn, String why) {
    Set<UUID> visible = new HashSet<>();
    for (Row row :
        endSilentSessions.unlocking(
            () ->
                database.runRepeatable(
                    RELEASE, tokens.toArray(UUID[]::new), retryIn.toMillis(), why))) {
      visible.add(row.getUUID("claim_token"));
    }
    return visible;
  }
}
