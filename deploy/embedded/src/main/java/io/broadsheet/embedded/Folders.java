package io.broadsheet.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes folders with all they hold. */
public final class Folders {
  private Folders() {}

  /**
   * Deletes {@code folder} and everything in it; symbolic links are removed, not followed. Files
   * that vanish meanwhile are no error, nor is a missing folder.
   *
   * @throws UncheckedIOException if something in it cannot be deleted
   */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + folder + ": " + e.getMessage(), e);
    }
  }
}
