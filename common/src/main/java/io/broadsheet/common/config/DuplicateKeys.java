package io.broadsheet.common.config;

import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Keeps secrets out of the warning SRCFG01007 of SmallRye Config (3.16), which says of a key that
 * stands twice in a file what its first value was.
 */
public final class DuplicateKeys implements Filter {

  // Held here, or the logger could be collected and its filter with it.
  private static final Logger CONFIGURATION = Logger.getLogger("io.smallrye.config");
  private static final String WARNING = "SRCFG01007";
  // Key, source, first value.
  private static final int PARAMETERS = 3;

  private DuplicateKeys() {}

  /**
   * From now on the warning names the key and no value. To be called before any configuration is
   * read: a filter of the log's handlers would come too late for a start that fails early.
   */
  public static void hideValues() {
    CONFIGURATION.setFilter(new DuplicateKeys());
  }

  /** Whether it may be logged; the warning is changed to one without a value. */
  @Override
  public boolean isLoggable(LogRecord entry) {
    String message = entry.getMessage();
    if (message == null || !message.contains(WARNING)) {
      return true;
    }
    Object[] parameters = entry.getParameters();
    if (parameters == null || parameters.length != PARAMETERS) {
      return false;
    }
    entry.setParameters(new Object[0]);
    entry.setMessage("The key " + parameters[0] + " stands twice; its last value counts.");
    return true;
  }
}
