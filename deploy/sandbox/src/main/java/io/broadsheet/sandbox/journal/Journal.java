package io.broadsheet.sandbox.journal;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.wire.ApiName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Every effect in order, in memory and in {@code journal.jsonl}. An entry is handed to the
 * operating system before the call that made it is answered, so it survives the death of the
 * process; it is forced to the disk at close.
 *
 * <p>Used by one thread.
 */
public final class Journal implements AutoCloseable {
  private final FileChannel file;
  private final FileChannel lock;
  private final InstantSource clock;
  private final List<Effect> entries = new ArrayList<>();

  private Journal(FileChannel file, FileChannel lock, InstantSource clock) {
    this.file = file;
    this.lock = lock;
    this.clock = clock;
  }

  /**
   * Opens the journal of a data folder, makes the folder if needed, and reads back what is there. A
   * last line that was cut off is dropped.
   *
   * @throws IOException when the folder cannot be written, is used by another sandbox, or holds a
   *     line that is no entry
   */
  public static Journal open(Path folder, InstantSource clock) throws IOException {
    Files.createDirectories(folder);
    FileChannel lock = locked(folder);
    try {
      Path path = folder.resolve("journal.jsonl");
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      Journal journal = new Journal(file, lock, clock);
      try {
        journal.readBack(Files.readAllBytes(path), path);
        return journal;
      } catch (IOException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Locks a file of its own: on POSIX systems a lock ends when the process closes any handle of the
   * file, and the journal itself is also read through others.
   */
  private static FileChannel locked(Path folder) throws IOException {
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean held = false;
    try {
      held = lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Held in this JVM: said below, as for another process.
    }
    if (!held) {
      lock.close();
      throw new IOException("another sandbox uses it");
    }
    return lock;
  }

  private void readBack(byte[] bytes, Path path) throws IOException {
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        byte[] line = java.util.Arrays.copyOfRange(bytes, start, i);
        try {
          entries.add(Effect.parse(line));
        } catch (IOException e) {
          boolean last = i == bytes.length - 1;
          if (last) {
            break;
          }
          throw new IOException(
              "line %d of %s is no journal entry; mend or remove the file"
                  .formatted(entries.size() + 1, path),
              e);
        }
        start = i + 1;
      }
    }
    file.truncate(start);
    file.position(start);
  }

  /** Adds an effect that readers can see. */
  public Effect effect(
      ApiName api, String method, String destination, String id, String text, JsonNode detail) {
    return append(api, method, destination, id, true, text, detail);
  }

  /** Adds state that must survive a restart but is no effect. */
  public Effect state(ApiName api, String method, String destination, String id, JsonNode detail) {
    return append(api, method, destination, id, false, "", detail);
  }

  private Effect append(
      ApiName api,
      String method,
      String destination,
      String id,
      boolean visible,
      String text,
      JsonNode detail) {
    Effect entry =
        new Effect(entries.size() + 1L, now(), api, method, destination, id, visible, text, detail);
    try {
      ByteBuffer line = ByteBuffer.wrap(entry.line());
      while (line.hasRemaining()) {
        file.write(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the journal: " + e.getMessage(), e);
    }
    entries.add(entry);
    return entry;
  }

  /** The journal's time, in whole microseconds. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  /** All entries, oldest first; a live view. */
  public List<Effect> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** Forgets everything, on disk too. */
  public void clear() {
    try {
      file.truncate(0);
      file.position(0);
      entries.clear();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot clear the journal: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    if (file.isOpen()) {
      file.force(true);
      file.close();
      lock.close();
    }
  }
}
