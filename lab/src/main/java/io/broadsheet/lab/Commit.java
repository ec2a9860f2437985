package io.broadsheet.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Which state of the sources a run is of. */
public final class Commit {

  private static final String UNKNOWN = "unknown";

  private Commit() {}

  /**
   * The commit that is checked out, as {@code git describe --always --dirty} calls it.
   *
   * @param root the sources' folder
   * @return {@code unknown} without git or where the sources are in no repository
   */
  public static String of(Path root) {
    return of(root, "git");
  }

  static String of(Path root, String git) {
    try {
      Process asked =
          new ProcessBuilder(git, "-C", root.toString(), "describe", "--always", "--dirty")
              .redirectErrorStream(true)
              .start();
      String answer =
          new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return asked.waitFor() == 0 && !answer.isEmpty() ? answer : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
