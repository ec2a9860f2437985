package io.broadsheet.publisher;

import io.broadsheet.common.config.DuplicateKeys;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Starts the service. */
@QuarkusMain
public final class Main {

  Main() {}

  /** Runs until the service is stopped. */
  public static void main(String[] arguments) {
    DuplicateKeys.hideValues();
    Quarkus.run(arguments);
  }
}
