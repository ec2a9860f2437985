package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.target.ChannelKind;
import java.util.UUID;

/**
 * Makes a delivery {@code posted}, stamps its post and closes the attempt, in one statement guarded
 * by the claim's token: all or nothing, and safe to repeat when the answer is lost. A post in
 * several parts is known by its first.
 */
final class Complete {

  private static final String COMPLETE =
      """
      with posted as (
        update publisher.delivery d set
          state = 'posted',
          posted_at = clock_timestamp(),
          external_id = coalesce(begun.external_id, $2),
          external_url = coalesce(begun.external_url, $3),
          lease_until = null,
          uncertain_since = null,
          last_outcome = $4,
          last_error = null
        from publisher.attempt a
        left join publisher.part begun on begun.post_id = a.post_id and begun.target = a.target
          and begun.generation = a.generation and begun.part = 1
        where a.claim_token = $1
          and d.post_id = a.post_id and d.target = a.target and d.generation = a.generation
          and d.claim_token = $1 and d.lease_until is not null
        returning d.post_id, d.target, d.generation, d.part, d.posted_at
      ),
      ledger as (
        insert into publisher.part (post_id, target, generation, part, external_id, external_url, posted_at)
        select post_id, target, generation, part, $2, $3, posted_at from posted where part > 1
      ),
      stamped as (
        update generator.blog_posts p set %1$s = posted.posted_at
        from posted where p.id = posted.post_id and p.%1$s is null
      ),
      closed as (
        update publisher.attempt set ended_at = clock_timestamp(), outcome = $4, code = $5, message = $6,
          external_id = $2, external_url = $3, duration_ms = $7
        where claim_token = $1 and ended_at is null
      )
      select (select count(*) from posted) as written,
        (select count(*) from publisher.attempt a
         join publisher.delivery d using (post_id, target, generation, claim_token)
         where a.claim_token = $1 and d.lease_until is null) as ours
      """;

  private final Database database;

  Complete(Database database) {
    this.database = database;
  }

  /**
   * Completes it. The post's {@code <channel>_posted_at} is set only where it is still null.
   *
   * @param channel whose column is stamped
   * @param token the claim's
   * @param posted the effect
   * @param answer the attempt's row
   */
  Recorded complete(ChannelKind channel, UUID token, Transition.Posted posted, Answer answer) {
    return Recorded.of(
        database.runRepeatable(
            COMPLETE.formatted(channel.postedAtColumn()),
            token,
            posted.externalId(),
            posted.externalUrl(),
            answer.outcome(),
            answer.code(),
            answer.message(),
            answer.duration().toMillis()));
  }
}
