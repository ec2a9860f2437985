package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessIT {
  @TempDir Path folder;

  @Test
  void stopsBySigterm() throws Exception {
    ChildProcess child =
        start("trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.1; done");
    awaitLog(child, "up");
    child.stop();
    assertFalse(child.handle().isAlive());
    assertEquals("up\nbye\n", Files.readString(child.log()));
    assertEquals(0, child.exitCode());
  }

  @Test
  void killsWhoIgnoresSigterm() {
    ChildProcess child = start("trap '' TERM; echo up; while :; do sleep 0.1; done");
    awaitLog(child, "up");
    child.stop();
    assertFalse(child.handle().isAlive());
    assertEquals(128 + 9, child.exitCode());
  }

  @Test
  void passesOnTheExitCode() {
    ChildProcess child = start("echo $GIVEN; exit 7");
    Awaitility.await().until(() -> !child.isAlive());
    assertEquals(7, child.exitCode());
    assertTrue(LogTail.of(child.log()).contains("a value"));
  }

  private ChildProcess start(String script) {
    return ChildProcess.start(
        "child",
        List.of("sh", "-c", script),
        Map.of("GIVEN", "a value", "PATH", System.getenv("PATH")),
        folder.resolve("log"),
        Duration.ofSeconds(2));
  }

  private static void awaitLog(ChildProcess child, String line) {
    Awaitility.await().until(() -> Files.readString(child.log()).contains(line));
  }
}
