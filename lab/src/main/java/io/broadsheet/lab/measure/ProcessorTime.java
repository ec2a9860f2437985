package io.broadsheet.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the kernel says a process has used of the processors: it depends little on who else runs.
 */
final class ProcessorTime {

  // USER_HZ: 100 on every Linux that Java runs on.
  private static final long TICKS_PER_SECOND = 100;

  private ProcessorTime() {}

  /**
   * User and system time since the start, children that have ended included; zero if it is gone.
   */
  static Duration of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The second field is the program's name, in parentheses; proc(5) numbers utime 14.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = 0;
      for (int i = 11; i <= 14; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
    } catch (IOException e) {
      return Duration.ZERO;
    }
  }
}
