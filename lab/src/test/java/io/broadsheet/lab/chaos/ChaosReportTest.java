package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.lab.SandboxClient.Rule;
import io.broadsheet.lab.audit.Evidence;
import io.broadsheet.lab.audit.Evidence.Command;
import io.broadsheet.lab.audit.Evidence.Paper;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.lab.audit.Evidence.Post;
import io.broadsheet.lab.audit.Evidence.Request;
import io.broadsheet.lab.audit.Finding;
import io.broadsheet.lab.audit.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run is green only if it could have been red. */
class ChaosReportTest {

  /** A green run in which something can be changed. */
  private static final class Run {
    private Map<FaultKind, Integer> planned =
        Map.of(FaultKind.API, 3, FaultKind.KILL_DATABASE, 1, FaultKind.DROP_SLOT, 2);
    private Map<FaultKind, Integer> done = planned;
    private List<String> failures = List.of();
    private List<Rule> rules =
        List.of(new Rule("late-effect", 1), new Rule("hang", 0), new Rule("hang", 1));
    private List<String> deaths = List.of();
    private Map<String, Integer> accepted = Map.of("pause", 1, "resume", 1, "replay", 1);
    private List<Command> commands =
        List.of(command("pause"), command("resume"), command("replay"));
    private Optional<Duration> rest = Optional.of(Duration.ofSeconds(60));
    private List<Post> posts = List.of(post("1900-01-02"), post("2026-11-30"));
    private List<Request> requests = List.of(request(1), request(2));
    private List<Finding> findings = List.of();

    private static Command command(String kind) {
      return new Command(UUID.randomUUID(), kind, "telegram-ru", null, null, 1, "applied", false);
    }

    private static Post post(String date) {
      return new Post(UUID.randomUUID(), date, "ru", "a title", Map.of());
    }

    private static Request request(long seq) {
      return new Request(seq, Instant.EPOCH, "sendMessage", new Place("telegram", "@lab"), 0);
    }

    private ChaosReport report() {
      return new ChaosReport(
          "a run",
          "a commit",
          new FaultTally(planned, done, failures),
          rules,
          deaths,
          Optional.of(new OrderTally(accepted, Map.of("skip", 1))),
          rest,
          new Evidence(
              new Paper(Set.of(), Map.of(), Map.of(), Set.of()),
              posts,
              List.of(),
              commands,
              Set.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              requests,
              Optional.empty()),
          List.of(new Verdict("an invariant", findings)));
    }
  }

  @Test
  void isGreenWhereEverythingHappened() {
    ChaosReport report = new Run().report();

    assertThat(report.objections()).isEmpty();
    assertThat(report.held()).isTrue();
    assertThat(report.text())
        .contains("Faults:    5: 3 of processes, 2 of APIs")
        .endsWith("Green.\n");
  }

  static Stream<Arguments> objections() {
    return Stream.of(
        objection(
            "a fault failed: KILL_DATABASE: gone",
            run -> run.failures = List.of("KILL_DATABASE: gone")),
        objection(
            "planned, and never done: [KILL_DATABASE]",
            run -> run.done = Map.of(FaultKind.API, 3, FaultKind.DROP_SLOT, 1)),
        objection(
            "no call was hit by late-effect",
            run -> run.rules = List.of(new Rule("late-effect", 0), new Rule("hang", 4))),
        objection(
            "no call was hit by late-effect", run -> run.rules = List.of(new Rule("hang", 4))),
        objection(
            "no call was hit by hang",
            run ->
                run.rules =
                    List.of(new Rule("late-effect", 1), new Rule("hang", 0), new Rule("hang", 0))),
        objection(
            "the newsroom died: of boredom",
            run -> run.deaths = List.of("the newsroom died: of boredom")),
        objection(
            "no resume was applied",
            run ->
                run.commands =
                    List.of(Run.command("pause"), Run.command("skip"), Run.command("replay"))),
        objection(
            "3 orders were accepted, and there are 4 commands",
            run ->
                run.commands =
                    List.of(
                        Run.command("pause"),
                        Run.command("pause"),
                        Run.command("resume"),
                        Run.command("replay"))),
        objection("no burst published a post", run -> run.posts = List.of(Run.post("2026-11-30"))),
        objection(
            "no ordered edition was published", run -> run.posts = List.of(Run.post("1900-01-02"))),
        objection("it did not come to rest", run -> run.rest = Optional.empty()),
        objection(
            "rest took more than 60 s",
            run -> run.rest = Optional.of(Duration.ofSeconds(60).plusMillis(1))),
        objection(
            "1 requests were forgotten before they were read",
            run -> run.requests = List.of(Run.request(1), Run.request(3))));
  }

  private static Arguments objection(String objection, Consumer<Run> change) {
    return Arguments.of(objection, change);
  }

  @ParameterizedTest
  @MethodSource("objections")
  void isRedWhereARunProvesTooLittle(String objection, Consumer<Run> change) {
    Run run = new Run();
    change.accept(run);

    assertThat(run.report().objections()).containsExactly(objection);
    assertThat(run.report().held()).isFalse();
    assertThat(run.report().text()).contains("OBJECTION: " + objection).endsWith("RED.\n");
  }

  @Test
  void isRedWhereAnInvariantIsBroken() {
    Run run = new Run();
    run.findings = List.of(new Finding(null, "telegram-ru", "two of them"));

    assertThat(run.report().objections()).isEmpty();
    assertThat(run.report().held()).isFalse();
  }
}
