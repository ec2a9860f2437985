package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import java.util.UUID;

/**
 * Writes a part that exists into the ledger and makes the next one due at once, in one statement
 * guarded by the claim's token: all or nothing, and safe to repeat when the answer is lost. Each
 * part has the whole of max-attempts to itself.
 */
final class Advance {

  private static final String ADVANCE =
      """
      with advanced as (
        update publisher.delivery d set
          state = 'retry',
          part = d.part + 1,
          form = 1,
          attempt = 0,
          probes = 0,
          next_attempt_at = clock_timestamp(),
          lease_until = null,
          last_call_deadline = null,
          uncertain_since = null,
          last_outcome = $4,
          last_error = null
        from publisher.attempt a
        where a.claim_token = $1
          and d.post_id = a.post_id and d.target = a.target and d.generation = a.generation
          and d.claim_token = $1 and d.lease_until is not null
        returning d.post_id, d.target, d.generation, a.part
      ),
      ledger as (
        insert into publisher.part (post_id, target, generation, part, external_id, external_url)
        select post_id, target, generation, part, $2, $3 from advanced
      ),
      closed as (
        update publisher.attempt set ended_at = clock_timestamp(), outcome = $4, code = $5, message = $6,
          external_id = $2, external_url = $3, duration_ms = $7, late = not exists (select from advanced)
        where claim_token = $1 and ended_at is null
      )
      select from advanced
      """;

  private final Database database;

  Advance(Database database) {
    this.database = database;
  }

  /**
   * Advances.
   *
   * @param token the claim's
   * @param posted the part
   * @param answer the attempt's row
   * @return whether it took effect now
   */
  boolean advance(UUID token, Transition.PartPosted posted, Answer answer) {
    return database
            .runRepeatable(
                ADVANCE,
                token,
                posted.externalId(),
                posted.externalUrl(),
                answer.outcome(),
                answer.code(),
                answer.message(),
                answer.duration().toMillis())
            .rowCount()
        > 0;
  }
}
