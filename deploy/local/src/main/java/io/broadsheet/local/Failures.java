package io.broadsheet.local;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.migrate.MigrationFault;
import java.io.UncheckedIOException;

/** Puts a failure into words for the user. */
final class Failures {
  private Failures() {}

  /** What our own failures say; of any other also its kind, since its message may say little. */
  static String describe(Throwable failure) {
    boolean ours =
        failure instanceof UpFailed
            || failure instanceof MigrationFault
            || failure instanceof ConfigurationFault
            || failure instanceof IllegalStateException
            || failure instanceof UncheckedIOException;
    return ours && failure.getMessage() != null ? failure.getMessage() : failure.toString();
  }
}
