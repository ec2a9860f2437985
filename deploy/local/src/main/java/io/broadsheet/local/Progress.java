package io.broadsheet.local;

import java.io.PrintStream;
import java.util.Locale;

/** Tells the user what happens, one line each, with the seconds since the start. */
final class Progress {
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintStream out;
  private final long start = System.nanoTime();

  Progress(PrintStream out) {
    this.out = out;
  }

  /** A line about one part, for instance {@code kafka} and {@code ready}. */
  void say(String subject, String what) {
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    line(String.format(Locale.ROOT, "%6.1f s  %-13s %s", seconds, subject, what));
  }

  /** A line as it is. */
  void line(String text) {
    synchronized (out) {
      out.println(text);
      out.flush();
    }
  }
}
