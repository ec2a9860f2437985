package io.broadsheet.local;

import java.io.Console;

/** Begins anew: deletes what earlier runs made. */
final class Reset {
  private Reset() {}

  /**
   * Asks on the terminal.
   *
   * @throws UpFailed if the answer is not yes, or there is no terminal to ask on
   */
  static void confirm(DataDirectory data) {
    Console console = System.console();
    if (console == null) {
      throw new UpFailed(
          "--reset deletes all posts, journal, logs and passwords in "
              + data.root()
              + " and there is no terminal to ask on. Add --yes if you mean it.");
    }
    String answer =
        console.readLine(
            "Delete all posts, journal, logs and passwords in %s? Type yes: ", data.root());
    if (answer == null || !answer.strip().equalsIgnoreCase("yes")) {
      throw new UpFailed("Nothing was deleted.");
    }
  }
}
