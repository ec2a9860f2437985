package io.broadsheet.lab.chaos;

import io.broadsheet.embedded.Folders;
import io.broadsheet.local.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code lab/chaos.sh}. */
@Command(
    name = "chaos.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs the real processes against the sandbox while faults hit them, waits for rest, and"
          + " audits what the channels show against the invariants.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every invariant held and the system came to rest",
      "1:one did not, or something failed; the report says which",
      "2:an option is wrong"
    })
final class ChaosCommand implements Callable<Integer> {

  @Option(
      names = "--minutes",
      required = true,
      description = "How long faults go on; parts such as 2.5 are taken.")
  private double minutes;

  @Option(
      names = "--seed",
      description = "Of the faults and the posts (default: a new one, which is printed).")
  private Long seed;

  @Option(names = "--replicas", description = "Of each service (default ${DEFAULT-VALUE}).")
  private int replicas = 2;

  @Option(names = "--no-orders", description = "Operators order nothing meanwhile.")
  private boolean noOrders;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder for all state, emptied first (default lab/target/chaos).")
  private Path data;

  @Option(
      names = "--ports",
      paramLabel = "BASE",
      description = "The first of eight ports and more (default ${DEFAULT-VALUE}).")
  private int ports = 24800;

  @Option(names = "--commit", hidden = true)
  private String commit = "unknown";

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  /** Exits as {@code --help} says. */
  public static void main(String[] arguments) {
    Logger.getLogger("").setLevel(Level.SEVERE);
    CommandLine commandLine = new CommandLine(new ChaosCommand());
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          System.err.println("chaos: " + failure.getMessage());
          return CommandLine.ExitCode.SOFTWARE;
        });
    System.exit(commandLine.execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (minutes <= 0 || replicas < 1) {
      System.err.println("chaos: --minutes must be above 0, --replicas 1 or more");
      return CommandLine.ExitCode.USAGE;
    }
    Installation installation = Installation.find();
    Path folder = data == null ? installation.root().resolve("lab/target/chaos") : data;
    if (Files.exists(folder) && !Files.exists(folder.resolve("chaos.log"))) {
      System.err.println(
          "chaos: " + folder + " holds no chaos run; name a folder that may be emptied");
      return CommandLine.ExitCode.USAGE;
    }
    Folders.delete(folder);
    long chosen = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    ChaosLog log = new ChaosLog(System.out, folder.resolve("chaos.log"));
    String description =
        "seed %d, %s minutes, %d replicas of each service".formatted(chosen, minutes, replicas);
    log.line("chaos: " + description + ", commit " + commit + ", data " + folder);
    ChaosPorts chosenPorts = new ChaosPorts(ports, replicas);
    ChaosPaper paper = new ChaosPaper(chosenPorts.sandboxUrl());
    ChaosStack stack = new ChaosStack(installation, folder.toAbsolutePath(), chosenPorts, paper);
    Thread end = new Thread(stack::close, "end");
    Runtime.getRuntime().addShutdownHook(end);
    stack.start();
    log.line("everything runs");
    ChaosReport report =
        new ChaosRun(stack, paper, log, chosen, !noOrders)
            .run(Duration.ofMillis((long) (minutes * 60_000)), description, commit);
    log.report(report.text());
    return report.held() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
