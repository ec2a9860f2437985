package io.broadsheet.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the data directory of a server. */
final class Cluster {
  private final EmbeddedPostgreSql.Settings settings;
  private final ServerPrograms programs;

  // Beside the data directory, as initdb wants that empty.
  private final Path unfinished;

  private Cluster(EmbeddedPostgreSql.Settings settings, ServerPrograms programs) {
    this.settings = settings;
    this.programs = programs;
    Path data = settings.dataDirectory();
    this.unfinished = data.resolveSibling(data.getFileName() + ".initialising");
  }

  /**
   * Runs initdb unless an earlier run completed it. Only what an unfinished initdb of ours left is
   * deleted; the file {@code <data directory>.initialising} tells it.
   *
   * @throws IllegalStateException if initdb fails, or the folder holds anything that is not ours
   */
  static void initialise(EmbeddedPostgreSql.Settings settings, ServerPrograms programs) {
    new Cluster(settings, programs).initialise();
  }

  /** Removes the pid file that a killed server left. */
  static void forgetPid(Path dataDirectory) {
    delete(dataDirectory.resolve("postmaster.pid"));
  }

  private void initialise() {
    Path complete = settings.dataDirectory().resolve("broadsheet.initialised");
    if (Files.exists(complete)) {
      delete(unfinished);
      return;
    }
    clearUnfinished();
    Path password = null;
    try {
      Files.writeString(unfinished, "");
      password = Files.createTempFile("broadsheet", "");
      Files.writeString(password, settings.superuserPassword());
      List<String> options =
          new ArrayList<>(
              List.of(
                  "-D",
                  settings.dataDirectory().toString(),
                  "--username=postgres",
                  "--auth=scram-sha-256",
                  "--pwfile=" + password,
                  "--encoding=UTF8",
                  "--locale=" + ServerPrograms.locale()));
      if (settings.durable()) {
        options.add("--data-checksums");
      } else {
        // With the usual 4,096 a client computes longer for its login than for all that it asks.
        options.addAll(List.of("--no-sync", "--set=scram_iterations=1"));
      }
      programs.run("initdb", options);
      Files.createFile(complete);
      Files.delete(unfinished);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot initialise " + settings.dataDirectory() + ": " + e.getMessage(), e);
    } finally {
      if (password != null) {
        delete(password);
      }
    }
  }

  /** An initdb that was killed half-way leaves a cluster that cannot be used. */
  private void clearUnfinished() {
    try {
      if (isEmpty()) {
        return;
      }
      // A server never ran on an unfinished cluster: somebody put another one in its place.
      if (!Files.exists(unfinished)
          || Files.exists(settings.dataDirectory().resolve("postmaster.opts"))) {
        throw new IllegalStateException(
            settings.dataDirectory()
                + " holds files that are not ours, or that an initdb without its mark "
                + unfinished
                + " left. Nothing was deleted. Name another folder, or move them away.");
      }
      emptyDataDirectory();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read " + settings.dataDirectory() + ": " + e.getMessage(), e);
    }
  }

  private boolean isEmpty() throws IOException {
    try (var content = Files.list(settings.dataDirectory())) {
      return content.findAny().isEmpty();
    }
  }

  private void emptyDataDirectory() throws IOException {
    try (var content = Files.list(settings.dataDirectory())) {
      content.forEach(Folders::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
