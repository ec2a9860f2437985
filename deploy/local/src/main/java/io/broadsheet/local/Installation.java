package io.broadsheet.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the built programs are, below the repository's root. */
public record Installation(Path root) {
  /**
   * The one that {@code -Dbroadsheet.home} names, else the working directory's.
   *
   * @throws UpFailed if something is not built
   */
  public static Installation find() {
    Path root = Path.of(System.getProperty("broadsheet.home", "")).toAbsolutePath().normalize();
    Installation installation = new Installation(root);
    for (Path jar :
        List.of(
            installation.sandbox(),
            installation.service("generator"),
            installation.service("publisher"))) {
      if (!Files.exists(jar)) {
        throw new UpFailed(
            jar
                + " is missing. Run deploy/local/up.sh, which builds it, or mvn -DskipTests package.");
      }
    }
    return installation;
  }

  /** The sandbox's jar. */
  public Path sandbox() {
    return root.resolve("deploy/sandbox/target/sandbox.jar");
  }

  /** A service's jar: {@code generator} or {@code publisher}. */
  public Path service(String name) {
    return root.resolve(name + "-service/target/quarkus-app/quarkus-run.jar");
  }
}
