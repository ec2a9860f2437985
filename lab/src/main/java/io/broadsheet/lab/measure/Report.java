package io.broadsheet.lab.measure;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Takes figures, prints each at once and all of them as a Markdown table at the end. */
final class Report {

  private final PrintStream out;
  private final List<Figure> figures = new ArrayList<>();

  Report(PrintStream out) {
    this.out = out;
  }

  private record Figure(String measurement, String what, String value) {}

  /** Takes a figure as it is to be read, unit included. */
  void figure(String measurement, String what, String value) {
    figures.add(new Figure(measurement, what, value));
    out.printf("%s: %s: %s%n", measurement, what, value);
  }

  /** Takes a rate. */
  void rate(String measurement, String what, long count, Duration in) {
    double seconds = in.toNanos() / 1e9;
    figure(
        measurement,
        what,
        String.format(Locale.ROOT, "%,.0f/s (%,d in %.2f s)", count / seconds, count, seconds));
  }

  /** Takes the median, the 99th percentile and the worst of some durations. */
  void latency(String measurement, String what, List<Duration> samples) {
    List<Duration> sorted = samples.stream().sorted().toList();
    figure(
        measurement,
        what,
        String.format(
            Locale.ROOT,
            "p50 %.1f ms, p99 %.1f ms, worst %.1f ms (%,d)",
            milliseconds(percentile(sorted, 50)),
            milliseconds(percentile(sorted, 99)),
            milliseconds(percentile(sorted, 100)),
            sorted.size()));
  }

  /** Says what is under way. */
  void progress(String measurement, String what) {
    out.printf("%s: %s%n", measurement, what);
  }

  /** Prints the table. */
  void print(Surroundings surroundings) {
    out.printf("%n%s%n%n", surroundings.text());
    out.println("| measurement | what | figure |");
    out.println("|---|---|---|");
    figures.forEach(
        figure -> out.printf("| %s | %s | %s |%n", figure.measurement, figure.what, figure.value));
  }

  /** The smallest sample that so many percent do not pass. */
  static Duration percentile(List<Duration> sorted, int percent) {
    if (sorted.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
    return sorted.get(Math.max(0, rank - 1));
  }

  private static double milliseconds(Duration duration) {
    return duration.toNanos() / 1e6;
  }
}
