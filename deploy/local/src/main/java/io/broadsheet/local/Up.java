package io.broadsheet.local;

import io.broadsheet.common.target.Target;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One run of the local stack: clear what was left, start, follow today's edition, stay or stop. */
final class Up {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Installation installation;
  private final RunOptions options;
  private final Progress progress;

  Up(Installation installation, RunOptions options, Progress progress) {
    this.installation = installation;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs until the edition's deliveries have ended ({@code --once}) or the user stops it.
   *
   * @throws UpFailed with the reason, when all that was started is stopped again
   */
  void run() {
    PaperConfiguration paper = paper();
    DataDirectory data = DataDirectory.open(options.data());
    if (options.reset() && !options.yes()) {
      Reset.confirm(data);
    }
    LocalStack stack = prepare(data);
    // Ctrl-C and SIGTERM: the JVM ends only when this has stopped everything.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAll(stack), "stop"));
    Secrets secrets = Secrets.of(data);
    try {
      options.live().ifPresent(file -> tellLive(paper));
      stack.start(secrets, paper);
      Optional<String> failure = follow(stack, paper);
      if (options.once()) {
        failure.ifPresent(
            reason -> {
              throw new UpFailed(reason + ". Logs: " + data.root().resolve("log"));
            });
      } else {
        failure.ifPresent(reason -> progress.line("\n" + reason));
        tellPlaces(data);
        stay(stack);
      }
    } finally {
      stack.stop();
    }
  }

  private PaperConfiguration paper() {
    return options
        .live()
        .map(file -> PaperConfiguration.live(file, System.getenv()))
        .orElseGet(() -> PaperConfiguration.sandbox(options.ports().sandboxUrl(), options.zone()));
  }

  private LocalStack prepare(DataDirectory data) {
    progress.line("Broadsheet's local stack. Data: " + data.root());
    LocalStack stack =
        new LocalStack(installation, data, options.ports(), options.live().isEmpty(), progress);
    stack.endLeftovers();
    if (options.reset()) {
      data.reset();
      progress.line("Deleted what earlier runs made there.");
    }
    options.ports().requireFree(options.live().isEmpty());
    return stack;
  }

  private Optional<String> follow(LocalStack stack, PaperConfiguration paper) {
    LocalDate today = LocalDate.now(paper.zone());
    EditionWatch watch =
        new EditionWatch(
            new GeneratorApi(options.ports().generator()),
            progress,
            today,
            paper.targets().all().stream().map(Target::name).toList());
    Optional<String> failure = watch.follow(options.deadline(), stack::requireAlive);
    progress.line("");
    DeliveryTable.of(watch.deliveries()).forEach(progress::line);
    if (options.once() && options.live().isEmpty()) {
      progress.line(
          "The pages are the sandbox's, which stops now; run without --once to open them.");
    }
    return failure;
  }

  private void tellLive(PaperConfiguration paper) {
    progress.line(
        "Live: posts go out for everyone to see, to "
            + paper.targets().all().stream().map(Target::name).collect(Collectors.joining(", "))
            + ".");
  }

  private void tellPlaces(DataDirectory data) {
    Ports ports = options.ports();
    progress.line("");
    progress.line("API        http://127.0.0.1:" + ports.generator() + "/api/editions");
    progress.line("health     http://127.0.0.1:" + ports.generator() + "/q/health");
    if (options.live().isEmpty()) {
      progress.line("sandbox    " + ports.sandboxUrl() + "/t.me/s/broadsheet_ru");
      progress.line("journal    " + ports.sandboxUrl() + "/sandbox/journal");
      progress.line(
          "           Telegram's and VK's posts link to their page on the sandbox's Telegraph.");
    }
    progress.line(
        "PostgreSQL 127.0.0.1:" + ports.postgresql() + ", passwords in " + data.secrets());
    progress.line("logs       " + data.root().resolve("log"));
    progress.line("data       " + data.root());
    progress.line("");
    progress.line("Stays up. Ctrl-C stops it; the next run continues here.");
  }

  private static void stay(LocalStack stack) {
    try {
      while (true) {
        stack.requireAlive();
        Thread.sleep(LOOK.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopAll(LocalStack stack) {
    stack.stop();
    List.of(System.out, System.err).forEach(stream -> stream.flush());
  }
}
