package io.broadsheet.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Makes the data directory of a server. */
final class Cluster {
  private final EmbeddedPostgreSql.Settings settings;
  private final ServerPrograms programs;

  private Cluster(EmbeddedPostgreSql.Settings settings, ServerPrograms programs) {
    this.settings = settings;
    this.programs = programs;
  }

  /**
   * Runs initdb unless an earlier run completed it.
   *
   * @throws IllegalStateException if initdb fails, or the folder holds a cluster that is not ours
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
      return;
    }
    refuseForeignContent();
    Path password = null;
    try {
      password = Files.createTempFile("broadsheet", "");
      Files.writeString(password, settings.superuserPassword());
      programs.run(
          "initdb",
          List.of(
              "-D",
              settings.dataDirectory().toString(),
              "--username=postgres",
              "--auth=scram-sha-256",
              "--pwfile=" + password,
              "--encoding=UTF8",
              "--locale=" + ServerPrograms.locale(),
              settings.durable() ? "--data-checksums" : "--no-sync"));
      Files.createFile(complete);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot initialise " + settings.dataDirectory() + ": " + e.getMessage(), e);
    } finally {
      if (password != null) {
        delete(password);
      }
    }
  }

  /** An initdb that was killed half-way leaves a cluster without our mark, which cannot be used. */
  private void refuseForeignContent() {
    try (var content = Files.list(settings.dataDirectory())) {
      if (content.findAny().isPresent()) {
        if (Files.exists(settings.dataDirectory().resolve("global/pg_control"))
            && Files.exists(settings.dataDirectory().resolve("postmaster.opts"))) {
          throw new IllegalStateException(
              settings.dataDirectory()
                  + " holds a PostgreSQL cluster that is not ours. Name another folder.");
        }
        emptyDataDirectory();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
