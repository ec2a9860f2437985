package io.broadsheet.generator.edition;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The life of an edition. The database and the API hold the lower-case name.
 *
 * <pre>
 * planned -> writing -> translating -> published
 *    ^          ^            |  \----> held -> published     (approved, or its time had come)
 *    |          |-- failed <-|           |
 *    |                   (writing too)   |-> skipped          (rejected: skip the day)
 *    |-----------------------------------|                    (rejected: next topic)
 * planned, writing, translating, failed -> skipped            (too old)
 * skipped -> writing                                          (a person's order)
 * </pre>
 */
public enum EditionState {
  /** Known, not begun. */
  PLANNED,
  /** The panel is at work, or was when its process ended: the lease tells. */
  WRITING,
  /** The article stands; its translations are being made. */
  TRANSLATING,
  /** Its texts are ready and wait: for a person, for their time, or for publishing to go on. */
  HELD,
  /** Its posts and their outbox rows exist. Final. */
  PUBLISHED,
  /**
   * Too old to be made, or rejected; {@code last_error} says why. Only a person's order ends it.
   */
  SKIPPED,
  /** The last attempt failed with {@code last_error}; the next tick tries again. */
  FAILED;

  /** The name as stored and shown, for instance {@code published}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether an attempt may be made, provided that nobody holds a live lease. */
  public boolean mayBeAttempted() {
    return switch (this) {
      case PLANNED, WRITING, TRANSLATING, FAILED -> true;
      case HELD, PUBLISHED, SKIPPED -> false;
    };
  }

  /**
   * Reads a stored name.
   *
   * @throws IllegalArgumentException if no state has this name
   */
  public static EditionState of(String wireName) {
    for (EditionState state : values()) {
      if (state.wireName().equals(wireName)) {
        return state;
      }
    }
    throw new IllegalArgumentException("no edition state is called \"" + wireName + "\"");
  }

  /** The states in which an attempt may be made, as stored. */
  static String[] attemptable() {
    return stored(EditionState::mayBeAttempted);
  }

  /** The states in which a person may order an attempt, as stored. */
  static String[] orderable() {
    return stored(state -> state.mayBeAttempted() || state == SKIPPED);
  }

  private static String[] stored(Predicate<EditionState> which) {
    return Arrays.stream(values()).filter(which).map(EditionState::wireName).toArray(String[]::new);
  }
}
