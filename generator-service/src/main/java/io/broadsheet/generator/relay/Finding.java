package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;

/**
 * What the preflight found.
 *
 * @param level what it means for the relay
 * @param subject what was looked at: a configuration key or something's name
 * @param says how it is, as the rest of a sentence that begins with the subject
 * @param remedy what to do, null where nothing is to be done
 */
record Finding(Level level, String subject, String says, String remedy) {

  enum Level {
    /** As it should be. */
    FINE,
    /** The relay works all the same. */
    WARNING,
    /** Nothing is streamed until it is mended; meanwhile the reconciler sends. */
    TABLE_ONLY,
    /** The relay waits for it. */
    WAITS,
    /** The relay cannot work with it, and waiting does not help. */
    ERROR
  }

  static Finding fine(String subject, String says) {
    return new Finding(Level.FINE, subject, says, null);
  }

  static Finding warning(String subject, String says, String remedy) {
    return new Finding(Level.WARNING, subject, says, remedy);
  }

  static Finding tableOnly(String subject, String says) {
    return new Finding(Level.TABLE_ONLY, subject, says, null);
  }

  static Finding waits(String subject, String says, String remedy) {
    return new Finding(Level.WAITS, subject, says, remedy);
  }

  static Finding error(String subject, String says, String remedy) {
    return new Finding(Level.ERROR, subject, says, remedy);
  }

  static Finding error(ConfigurationFault fault) {
    return error(fault.key(), fault.getMessage().substring(fault.key().length() + 1), null);
  }

  boolean is(Level other) {
    return level == other;
  }

  /** As the rest of a sentence that begins with the subject. */
  String rest() {
    return remedy == null ? says : says + "; " + remedy;
  }

  /** As a sentence. */
  String sentence() {
    return subject + " " + rest();
  }
}
