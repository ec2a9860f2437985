package io.broadsheet.local;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code deploy/local/up.sh}. */
@Command(
    name = "up.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Starts PostgreSQL, Kafka, a sandbox of all outside APIs and both services on this machine,"
          + " makes today's edition and posts it. Stays up until Ctrl-C; a second run continues"
          + " where the first stopped.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every delivery of today's edition is posted (--once)",
      "1:something failed; the reason was said",
      "2:an option is wrong",
      "130:stopped by Ctrl-C (143: by SIGTERM); everything has ended in order"
    })
final class LocalCommand implements Runnable {
  @Option(
      names = "--once",
      description = "End when every delivery of today's edition is posted, or cannot be.")
  private boolean once;

  @Option(
      names = "--live",
      arity = "0..1",
      fallbackValue = "broadsheet.properties",
      paramLabel = "FILE",
      description =
          "Use your own writers and targets from FILE (default ${FALLBACK-VALUE}) in place of the"
              + " sandbox. This posts for everyone to see. See deploy/local/live.properties.example.")
  private Path live;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder for all state (default .broadsheet in the repository).")
  private Path data;

  @Option(
      names = "--ports",
      paramLabel = "PORTS",
      converter = PortsConverter.class,
      description =
          "A base port from which six follow one another, or a list such as"
              + " generator=9000,sandbox=9001. Names and defaults: generator=8080, publisher=8081,"
              + " sandbox=8090, postgresql=15432, kafka=19092, kafka-controller=19093.")
  private Ports ports = Ports.DEFAULTS;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description =
          "The newsroom's time zone, which says what day today is (default: this machine's;"
              + " with --live it stands in FILE).")
  private ZoneId zone = ZoneId.systemDefault();

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long --once waits for the edition, such as 90s or 10m (default 10m).")
  private Duration deadline = Duration.ofMinutes(10);

  @Option(
      names = "--reset",
      description = "First delete everything an earlier run made in the data folder; asks before.")
  private boolean reset;

  @Option(names = "--yes", description = "Do not ask before --reset.")
  private boolean yes;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  /** Exits as {@code --help} says. */
  public static void main(String[] arguments) {
    // The stack says itself what happens; libraries speak up only when something is wrong.
    Logger root = Logger.getLogger("");
    root.setLevel(Level.SEVERE);
    for (var handler : root.getHandlers()) {
      if (handler instanceof ConsoleHandler) {
        handler.setLevel(Level.SEVERE);
      }
    }
    CommandLine commandLine = new CommandLine(new LocalCommand());
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          System.err.println("up: " + Failures.describe(failure));
          return CommandLine.ExitCode.SOFTWARE;
        });
    commandLine.setParameterExceptionHandler(
        (failure, given) -> {
          System.err.println("up: " + failure.getMessage() + " (--help lists the options)");
          return CommandLine.ExitCode.USAGE;
        });
    System.exit(commandLine.execute(arguments));
  }

  @Override
  public void run() {
    Installation installation = Installation.find();
    Path folder = data == null ? installation.root().resolve(".broadsheet") : data;
    new Up(
            installation,
            new RunOptions(
                once, Optional.ofNullable(live), folder, ports, zone, deadline, reset, yes),
            new Progress(System.out))
        .run();
  }

  static final class PortsConverter implements CommandLine.ITypeConverter<Ports> {
    @Override
    public Ports convert(String value) {
      try {
        return Ports.parse(value);
      } catch (IllegalArgumentException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }

  static final class DurationConverter implements CommandLine.ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      if (!value.matches("[1-9]\\d{0,5}[smh]")) {
        throw new CommandLine.TypeConversionException("write a time such as 90s, 10m or 1h");
      }
      return Duration.parse("PT" + value.toUpperCase(Locale.ROOT));
    }
  }
}
