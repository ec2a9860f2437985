package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import java.util.UUID;

/**
 * Reads whether a write that changed nothing had taken effect before. The attempt's row says it,
 * for the delivery may have been claimed anew since. The statement that wrote cannot tell by
 * itself: if it waited for the commit of its own first try, its snapshot is from before that.
 */
final class LookAgain {

  private static final String NOT_LATE =
      "select from publisher.attempt where claim_token = $1 and not late";

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
    return database.runRepeatable(NOT_LATE, token).rowCount() > 0
        ? Recorded.BEFORE
        : Recorded.TAKEN_OVER;
  }
}
