package io.broadsheet.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A running server's data directory, copied so that a server on it follows the first (PostgreSQL
 * documentation, "Making a Base Backup Using the Low Level API").
 */
final class StandbyCopy {
  private static final Set<String> NOT_COPIED = Set.of("postmaster.pid", "postmaster.opts");

  /** Their content belongs to the running server; the WAL comes by the stream. */
  private static final Set<String> LEFT_EMPTY =
      Set.of(
          "pg_wal",
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private StandbyCopy() {}

  /**
   * Makes one.
   *
   * @param primary runs
   * @param settings its own
   * @param to an empty folder
   */
  static void make(EmbeddedPostgreSql primary, EmbeddedPostgreSql.Settings settings, Path to) {
    Path from = settings.dataDirectory();
    try (Connection session = primary.superuser("postgres");
        Statement statement = session.createStatement()) {
      // It keeps the WAL for the copy.
      statement.execute("select pg_create_physical_replication_slot('standby', true)");
      statement.execute("select pg_backup_start('standby', true)");
      copy(from, to);
      try (ResultSet stop =
          statement.executeQuery(
              "select labelfile from pg_backup_stop(wait_for_archive => false)")) {
        stop.next();
        Files.writeString(to.resolve("backup_label"), stop.getString(1));
      }
      Files.createFile(to.resolve("standby.signal"));
      Files.writeString(
          to.resolve("postgresql.auto.conf"),
          """
          primary_conninfo = 'host=127.0.0.1 port=%d user=postgres password=%s dbname=postgres'
          primary_slot_name = 'standby'
          hot_standby_feedback = on
          """
              .formatted(settings.port(), settings.superuserPassword()),
          StandardOpenOption.APPEND);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot copy " + from + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot copy " + from + ": " + e.getMessage(), e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Path relative = from.relativize(folder);
            Files.createDirectories(to.resolve(relative));
            return LEFT_EMPTY.contains(relative.toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path relative = from.relativize(file);
            if (!NOT_COPIED.contains(relative.toString())) {
              try {
                Files.copy(file, to.resolve(relative));
              } catch (NoSuchFileException e) {
                // Dropped meanwhile; the WAL says so too.
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }
}
