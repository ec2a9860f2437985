package io.broadsheet.local;

import io.broadsheet.embedded.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The folder that holds all of a stack's state. One launcher works in it at a time. */
final class DataDirectory {
  private static final List<String> CONTENT =
      List.of(
          "run",
          "log",
          "config",
          "secrets",
          "postgresql",
          "postgresql.initialising",
          "kafka",
          "sandbox",
          "binaries");
  private static final long NEEDED_MEGABYTES = 500;
  private static final int PROBE_BYTES = 1 << 20;

  private final Path root;

  // Held for the life of the process; the kernel lets go of it however that ends.
  @SuppressWarnings("unused")
  private final FileLock lock;

  private DataDirectory(Path root, FileLock lock) {
    this.root = root;
    this.lock = lock;
  }

  /**
   * Makes the folder if it is missing and takes its lock.
   *
   * @throws UpFailed if it holds other things than a stack's, another launcher has it, it cannot be
   *     written, or less than 500 MB are free there
   */
  static DataDirectory open(Path given) {
    try {
      FolderMark.require(given);
      Path root = Files.createDirectories(given).toRealPath();
      FolderMark.set(root);
      FileChannel channel =
          FileChannel.open(
              root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new UpFailed(
            "Another up works in " + root + ". Stop it first, or name another folder with --data.");
      }
      requireSpace(root);
      for (String name : List.of("run", "log", "config")) {
        Files.createDirectories(
            root.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return new DataDirectory(root, lock);
    } catch (IOException e) {
      throw new UpFailed(
          "Cannot write to "
              + given
              + " ("
              + e
              + "). Make it writable, or name another folder with --data.",
          e);
    }
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static void requireSpace(Path root) throws IOException {
    long free = Files.getFileStore(root).getUsableSpace() >> 20;
    if (free < NEEDED_MEGABYTES) {
      throw new UpFailed(
          "Only "
              + free
              + " MB are free at "
              + root
              + ", "
              + NEEDED_MEGABYTES
              + " are needed. Free some, or name another folder with --data.");
    }
    // A quota or an inode limit does not show in the free space.
    Path probe = Files.createTempFile(root, "probe", "");
    try {
      Files.write(probe, new byte[PROBE_BYTES]);
    } finally {
      Files.delete(probe);
    }
  }

  /** Deletes all that a stack made here, and nothing else that may lie in the folder. */
  void reset() {
    CONTENT.forEach(name -> Folders.delete(root.resolve(name)));
    for (String name : List.of("run", "log", "config")) {
      try {
        Files.createDirectories(root.resolve(name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Writes a file that only its owner may read, whole or not at all. */
  void writePrivately(Path file, String content) {
    try {
      Path draft =
          Files.createTempFile(
              file.getParent(),
              file.getFileName().toString(),
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(draft, content);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UpFailed("Cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  Path root() {
    return root;
  }

  Path run() {
    return root.resolve("run");
  }

  Path log(String name) {
    return root.resolve("log").resolve(name + ".log");
  }

  Path configuration(String service) {
    return root.resolve("config").resolve(service + ".properties");
  }

  Path secrets() {
    return root.resolve("secrets");
  }

  Path postgresql() {
    return root.resolve("postgresql");
  }

  Path binaries() {
    return root.resolve("binaries");
  }

  Path kafka() {
    return root.resolve("kafka");
  }

  Path sandbox() {
    return root.resolve("sandbox");
  }
}
