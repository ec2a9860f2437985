package io.broadsheet.publisher.delivery;

import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;

/** What became of a write that carried a claim's token. */
enum Recorded {
  /** It took effect. */
  NOW,
  /** It had taken effect before: the answer to an earlier try of the same write was lost. */
  BEFORE,
  /** The claim is no longer ours: only its own attempt's row was closed. */
  TAKEN_OVER;

  /** Reads the columns {@code written} and {@code ours}. */
  static Recorded of(RowSet<Row> result) {
    return of(result.iterator().next());
  }

  /** The same of one row among several. */
  static Recorded of(Row row) {
    if (row.getLong("written") > 0) {
      return NOW;
    }
    return row.getLong("ours") > 0 ? BEFORE : TAKEN_OVER;
  }
}
