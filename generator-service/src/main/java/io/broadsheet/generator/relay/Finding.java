package io.broadsheet.generator.relay;

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

  static Finding waits(String subject, String says, String remedy) {
    return new Finding(Level.WAITS, subject, says, remedy);
  }

  static Finding error(String subject, String says, String remedy) {
    return new Finding(Level.ERROR, subject, says, remedy);
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
