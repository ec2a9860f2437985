package io.broadsheet.publisher.delivery;

import java.util.Locale;

/** Why a target is paused, which says what ends it. */
enum PauseCause {
  /** Its settings or rights: a verification that passes ends it. */
  CONFIGURATION,
  /** Something only a person can do at the API: a verification that a person asks for ends it. */
  PERSON;

  /** The word in {@code target_state.pause_cause}. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
