package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTest {
  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void makeDataDirectory() throws Exception {
    data = Files.createDirectories(folder.resolve("postgresql"));
  }

  @Test
  void deletesNothingWithoutItsMark() throws Exception {
    Path diary = Files.writeString(data.resolve("diary.txt"), "mine");
    String message = assertThrows(IllegalStateException.class, this::initialise).getMessage();
    assertTrue(message.startsWith(data + " holds files that are not ours"), message);
    assertEquals("mine", Files.readString(diary));
  }

  @Test
  void deletesNoClusterThatEverRan() throws Exception {
    Files.createFile(folder.resolve("postgresql.initialising"));
    Path options = Files.writeString(data.resolve("postmaster.opts"), "postgres");
    assertThrows(IllegalStateException.class, this::initialise);
    assertEquals("postgres", Files.readString(options));
  }

  /** Without programs: whatever gets as far as initdb fails otherwise. */
  private void initialise() {
    Cluster.initialise(
        new EmbeddedPostgreSql.Settings(
            data, folder.resolve("none"), folder.resolve("log"), 1, false, "secret", "secret"),
        new ServerPrograms(folder.resolve("none")));
  }
}
