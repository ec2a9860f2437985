package io.broadsheet.lab.measure;

import io.broadsheet.lab.Commit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What figures depend on: machine, versions, commit.
 *
 * @param text one line
 */
record Surroundings(String text) {

  /** Those of this run. */
  static Surroundings of(Bench bench) {
    return new Surroundings(
        "%s, %d cores, %.0f GB, load %s. Java %s (%s), PostgreSQL %s, Kafka %s. Commit %s."
            .formatted(
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors(),
                memoryGigabytes(),
                first(Path.of("/proc/loadavg")).split(" ")[0],
                Runtime.version(),
                String.join(" ", bench.javaOptions()),
                bench.serverVersion(),
                org.apache.kafka.common.utils.AppInfoParser.getVersion(),
                Commit.of(bench.root())));
  }

  private static double memoryGigabytes() {
    String digits = first(Path.of("/proc/meminfo")).replaceAll("\\D", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits) / 1e6;
  }

  private static String first(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
