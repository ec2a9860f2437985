package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.broadsheet.embedded.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRecordTest {
  private static final String MARKER = "60";

  @TempDir Path run;
  private ChildProcess process;

  @BeforeEach
  void start() {
    process =
        ChildProcess.start(
            "sleeper",
            List.of("sleep", MARKER),
            System.getenv(),
            run.resolve("log"),
            Duration.ofSeconds(2));
  }

  @AfterEach
  void end() {
    process.kill();
  }

  @Test
  void endsTheProcessItDescribes() {
    ProcessRecord.write(run, process, MARKER);
    ProcessRecord record = ProcessRecord.in(run).get(0);
    assertEquals("sleeper", record.name());
    assertTrue(record.isRunning());

    record.requestEnd();
    record.awaitEnd();

    assertFalse(process.handle().isAlive());
    assertEquals(List.of(), ProcessRecord.in(run));
  }

  @Test
  void leavesAloneAProcessOfAnotherFolder() {
    ProcessRecord.write(run, process, "/another/folder");
    endAll();
    assertTrue(process.isAlive());
  }

  @Test
  void leavesAloneTheOneThatGotTheOldPid() throws Exception {
    ProcessRecord.write(run, process, MARKER);
    Path file = run.resolve("sleeper.pid");
    Files.writeString(
        file, Files.readString(file).replaceFirst("started=.*", "started=2020-01-01T00:00:00Z"));
    endAll();
    assertTrue(process.isAlive());
  }

  private void endAll() {
    for (ProcessRecord record : ProcessRecord.in(run)) {
      assertFalse(record.isRunning());
      record.requestEnd();
      record.awaitEnd();
    }
  }
}
