package io.broadsheet.generator.relay;

/**
 * How a run of the engine ended, or why none could begin.
 *
 * @param cause what to do about it depends on this
 * @param message for a person
 */
record Ending(Cause cause, String message) {

  enum Cause {
    /** The database cannot be reached, starts, or is a standby: it is waited for. */
    DATABASE_AWAY,
    /** The database answers, but somebody must put it right first. */
    REFUSED,
    /** The slot is missing or lost: it is made anew. */
    SLOT_GONE,
    /** Somebody reads the slot who gives no sign of life: he is thrown out. */
    SLOT_STUCK,
    /** The engine failed while another replica read the slot. */
    FAILED_WAITING,
    /** The engine failed while it read the slot, or could have. */
    FAILED_HOLDING
  }

  /** Whether it says that this process cannot do what it should. */
  boolean countsAgainstThisProcess() {
    return cause == Cause.FAILED_HOLDING || cause == Cause.SLOT_STUCK;
  }
}
