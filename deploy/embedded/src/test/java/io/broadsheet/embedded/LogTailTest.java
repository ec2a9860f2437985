package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir Path folder;

  @Test
  void framesOfAStackTraceDoNotPushOutWhatIsWrong() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("service.log"),
            "older line\n".repeat(20)
                + "ERROR Failed to start: broadsheet.zone is wrong\n"
                + "\tat io.example.Main.main(Main.java:1)\n".repeat(20)
                + "Caused by: java.lang.RuntimeException: no such zone\n"
                + "\tat java.base/java.time.ZoneId.of(ZoneId.java:1)\n"
                + "\t... 9 more\n");

    String[] lines = LogTail.of(log).split("\n  ");

    assertEquals(15, lines.length);
    assertEquals("ERROR Failed to start: broadsheet.zone is wrong", lines[13]);
    assertEquals("Caused by: java.lang.RuntimeException: no such zone", lines[14]);
  }
}
