package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void refusesFolderThatHoldsOtherThingsAndLeavesItAsItIs() throws Exception {
    Path photos = Files.createDirectories(folder.resolve("postgresql/photos"));
    String message = assertThrows(UpFailed.class, () -> DataDirectory.open(folder)).getMessage();
    assertTrue(message.startsWith(folder.toRealPath() + " holds other things."), message);
    assertTrue(message.contains("Name an empty or new folder"), message);
    assertTrue(Files.exists(photos));
    assertEquals(List.of(folder.resolve("postgresql")), content());
  }

  @Test
  void refusesLockOfSomethingElse() throws Exception {
    Files.writeString(folder.resolve("lock"), "of another program");
    assertThrows(UpFailed.class, () -> DataDirectory.open(folder));
  }

  @Test
  void knowsItsFolderByTheMark() throws Exception {
    DataDirectory.open(folder);
    Files.delete(folder.resolve("lock"));
    DataDirectory.open(folder);
  }

  @Test
  void acceptsFolderFromBeforeTheMark() throws Exception {
    Files.createFile(folder.resolve("lock"));
    Files.createDirectories(folder.resolve("postgresql"));
    DataDirectory.open(folder);
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
  void staysItsFolderAfterReset() throws Exception {
    DataDirectory.open(folder).reset();
    Files.delete(folder.resolve("lock"));
    DataDirectory.open(folder);
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

  private List<Path> content() throws IOException {
    try (var content = Files.list(folder)) {
      return content.toList();
    }
  }
}
