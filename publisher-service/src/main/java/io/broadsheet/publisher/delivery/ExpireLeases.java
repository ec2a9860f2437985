package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes every {@code sending} delivery whose lease has ended {@code unknown}, of any target: its
 * holder died or froze, and its call may have had its effect. Where no text is frozen no call was
 * made, and the old token, which loses its power here, can freeze none any more: that delivery is
 * {@code retry}, and the attempt counts. If the next holder comes no further, it is {@code unknown}
 * all the same and probed, which ends with the attempts: a post that ends each publisher is given
 * up. A row that somebody holds locked is left: its holder may be freezing or completing it, on a
 * connection that is lost.
 */
final class ExpireLeases {

  private static final String EXPIRE =
      """
      with ended as materialized (
        select d.post_id, d.target, d.generation,
          d.rendered is null and d.uncertain_since is null
            and d.last_outcome is distinct from 'lease_expired' as uncalled
        from publisher.delivery d
        where d.state = 'sending' and d.lease_until is not null and d.lease_until <= clock_timestamp()
        for no key update skip locked
      )
      update publisher.delivery d set
        state = case when ended.uncalled then 'retry' else 'unknown' end,
        claim_token = null,
        lease_until = null,
        next_attempt_at = clock_timestamp(),
        uncertain_since = case when not ended.uncalled then coalesce(d.uncertain_since, a.started_at) end,
        last_outcome = 'lease_expired',
        last_error = 'the lease of ' || a.replica || ' ended without an answer'
      from ended, publisher.attempt a
      where d.post_id = ended.post_id and d.target = ended.target and d.generation = ended.generation
        and a.claim_token = d.claim_token
      returning d.target
      """;

  private final Database database;

  ExpireLeases(Database database) {
    this.database = database;
  }

  /**
   * Expires them.
   *
   * @return the targets concerned
   */
  Set<String> expireLeases() {
    Set<String> targets = new TreeSet<>();
    for (Row row : database.runRepeatable(EXPIRE)) {
      targets.add(row.getString("target"));
    }
    return targets;
  }
}
