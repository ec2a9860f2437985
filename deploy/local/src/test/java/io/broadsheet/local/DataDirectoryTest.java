package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path folder;

  @Test
  void isForOneLauncherAtATime() {
    DataDirectory.open(folder);
    String message = assertThrows(UpFailed.class, () -> DataDirectory.open(folder)).getMessage();
    assertTrue(message.startsWith("Another up works in "), message);
  }

  @Test
  void saysThatItCannotBeWritten() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    String message =
        assertThrows(UpFailed.class, () -> DataDirectory.open(file.resolve("below"))).getMessage();
    assertTrue(message.startsWith("Cannot write to "), message);
  }

  @Test
  void deletesOnlyWhatTheStackMade() throws Exception {
    DataDirectory data = DataDirectory.open(folder);
    Secrets.of(data);
    Files.createDirectories(data.postgresql().resolve("base"));
    Path foreign = Files.writeString(folder.resolve("diary.txt"), "mine");

    data.reset();

    assertTrue(Files.exists(foreign));
    assertFalse(Files.exists(data.postgresql()));
    assertFalse(Files.exists(data.secrets()));
  }

  @Test
  void keepsItsPasswords() {
    DataDirectory data = DataDirectory.open(folder);
    String first = Secrets.of(data).of("migrator");
    assertEquals(first, Secrets.of(data).of("migrator"));
  }

  @Test
  void saysThatThePasswordsOfADatabaseAreGone() throws Exception {
    DataDirectory data = DataDirectory.open(folder);
    Files.createDirectories(data.postgresql());
    String message = assertThrows(UpFailed.class, () -> Secrets.of(data)).getMessage();
    assertTrue(message.contains("--reset"), message);
  }
}
