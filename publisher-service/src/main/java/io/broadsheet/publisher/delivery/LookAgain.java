package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import java.util.UUID;

/**
 * Reads whether a write took effect that says it did not. A repeated statement that had to wait for
 * the commit of its own first try finds the row written, but has read everything else in its
 * snapshot from before that commit: it takes its own write for somebody else's. A new statement
 * sees it, by the attempt's row: the delivery may have been claimed anew since.
 */
final class LookAgain {

  private static final String OURS =
      """
      select 0::bigint as written,
        (select count(*) from publisher.attempt where claim_token = $1 and not late) as ours
      """;

  private final Database database;

  LookAgain(Database database) {
    this.database = database;
  }

  /**
   * Looks.
   *
   * @param token the claim's
   * @return {@link Recorded#BEFORE} or {@link Recorded#TAKEN_OVER}
   */
  Recorded lookAgain(UUID token) {
    return Recorded.of(database.runRepeatable(OURS, token));
  }
}
