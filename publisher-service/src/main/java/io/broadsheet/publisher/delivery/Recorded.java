package io.broadsheet.publisher.delivery;

/** What became of a write that carried a claim's token. */
enum Recorded {
  /** It took effect. */
  NOW,
  /** It had taken effect before: the answer to an earlier try of the same write was lost. */
  BEFORE,
  /** The claim is no longer ours: only its own attempt's row was closed. */
  TAKEN_OVER
}
