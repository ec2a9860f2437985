package io.broadsheet.lab.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code lab/measure.sh}. */
@Command(
    name = "measure.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures the real processes on this machine and prints a table. It judges nothing.",
      "Measurements: drain-relay, latency, drain-deliveries, realistic, rest, takeover, memory.",
      ""
    })
final class MeasureCommand implements Runnable {

  // As the container images start the services.
  private static final String SHIPPED_OPTIONS = "-Xmx160m -XX:+UseSerialGC";

  @Parameters(arity = "0..*", paramLabel = "MEASUREMENT", description = "Which (default all).")
  private List<String> chosen = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "A folder for databases, logs and journal; must be empty (default temporary).")
  private Path data;

  @Option(
      names = "--postgresql",
      paramLabel = "DIR",
      description = {
        "Folder of an installed PostgreSQL, with bin/postgres, to measure with",
        "(default the one of the tests, which is built for size, not for speed)."
      })
  private Path postgreSql;

  @Option(
      names = "--ports",
      paramLabel = "PORT",
      description = "The first of eight free ports (default ${DEFAULT-VALUE}).")
  private int basePort = 25_400;

  @Option(
      names = "--java-options",
      paramLabel = "OPTIONS",
      description = "Of services and sandbox (default ${DEFAULT-VALUE}).")
  private String javaOptions = SHIPPED_OPTIONS;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      description = "How long the rest is watched (default ${DEFAULT-VALUE}).")
  private int window = 120;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  /** Exits with 0 when everything was measured, 1 when something failed, 2 for a wrong option. */
  public static void main(String[] arguments) {
    Logger.getLogger("").setLevel(Level.SEVERE);
    CommandLine commandLine = new CommandLine(new MeasureCommand());
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          System.err.println("measure: " + failure.getMessage());
          return CommandLine.ExitCode.SOFTWARE;
        });
    commandLine.setParameterExceptionHandler(
        (failure, given) -> {
          System.err.println("measure: " + failure.getMessage() + " (--help lists the options)");
          return CommandLine.ExitCode.USAGE;
        });
    System.exit(commandLine.execute(arguments));
  }

  @Override
  public void run() {
    List<Measurement> measurements = measurements();
    Path root = Path.of(System.getProperty("broadsheet.home", "")).toAbsolutePath().normalize();
    Path folder = folder();
    Bench.Options options =
        new Bench.Options(
            root, folder, programs(folder), basePort, Arrays.asList(javaOptions.split(" ")));
    Report report = new Report(System.out);
    try (Bench bench = Bench.start(options)) {
      Surroundings surroundings = Surroundings.of(bench);
      for (Measurement measurement : measurements) {
        measurement.measure(bench, report);
      }
      report.print(surroundings);
    }
  }

  private List<Measurement> measurements() {
    List<Measurement> all =
        List.of(
            new DrainRelay(),
            new Latency(),
            new DrainDeliveries(),
            new Realistic(),
            new Rest(Duration.ofSeconds(window)),
            new TakeOver(),
            new Memory());
    List<Measurement> wanted = new ArrayList<>();
    for (Measurement measurement : all) {
      if (chosen.isEmpty() || chosen.contains(measurement.name())) {
        wanted.add(measurement);
      }
    }
    for (String name : chosen) {
      if (all.stream().noneMatch(measurement -> measurement.name().equals(name))) {
        throw new IllegalArgumentException("there is no measurement \"" + name + "\"");
      }
    }
    return wanted;
  }

  private Path programs(Path folder) {
    if (postgreSql == null) {
      return folder.resolve("binaries");
    }
    if (!Files.isExecutable(postgreSql.resolve("bin/postgres"))) {
      throw new IllegalArgumentException(
          postgreSql + " has no bin/postgres; name the folder of an installed PostgreSQL");
    }
    return postgreSql.toAbsolutePath();
  }

  private Path folder() {
    try {
      if (data == null) {
        return Files.createTempDirectory("broadsheet-measure-").toRealPath();
      }
      Files.createDirectories(data);
      try (var content = Files.list(data)) {
        if (content.findAny().isPresent()) {
          throw new IllegalArgumentException(data + " is not empty; name another folder");
        }
      }
      return data.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
