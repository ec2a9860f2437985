package io.broadsheet.publisher;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.ConfigurationFiles;
import io.broadsheet.common.config.DuplicateKeys;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Starts the service. */
@QuarkusMain
public final class Main {

  Main() {}

  /** Runs until the service is stopped; exit code 2 if a configuration file cannot be read. */
  public static void main(String[] arguments) {
    DuplicateKeys.hideValues();
    try {
      ConfigurationFiles.check();
    } catch (ConfigurationFault fault) {
      System.err.println("The configuration is at fault: " + fault.getMessage());
      System.exit(2);
    }
    Quarkus.run(arguments);
  }
}
