package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.RunningSandbox;
import io.broadsheet.publisher.delivery.FaultRun.Fault;
import io.broadsheet.publisher.delivery.FaultRun.Place;
import io.broadsheet.sandbox.SandboxOptions;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every fault at every method that a real channel calls, each met by a delivery of its own, all at
 * the same time: the sandbox's journal counts what readers see.
 */
@TestInstance(Lifecycle.PER_CLASS)
class EveryFaultIT extends PressTestBase {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** For the verifications at the start. */
  private static final Duration HEAD_START = Duration.ofSeconds(2);

  private static final Duration SPREAD = Duration.ofMillis(80);

  /** Faults that last: the calls, or the probes, are spent. */
  private static final List<String> LASTING_CALL_FAULTS =
      List.of("error", "hang", "reset-before", "reset-after-effect", "5xx-after-effect");

  private static final List<String> LASTING_PROBE_FAULTS = List.of("error", "hang");

  private final Vertx vertx = Vertx.vertx();
  private final Map<String, RunningSandbox> sandboxes = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final List<FaultRun> runs = new ArrayList<>();
  private final Map<FaultRun, Rest> atRest = new HashMap<>();

  /**
   * What a delivery had become when nothing moved any more.
   *
   * @param outcomes of its calls and probes, in their order
   */
  private record Rest(
      String state,
      String externalId,
      boolean mayExist,
      List<String> outcomes,
      List<String> effectIds,
      int hits) {

    long calls() {
      return outcomes.stream().filter(outcome -> outcome.startsWith("call")).count();
    }

    long probes() {
      return outcomes.size() - calls();
    }
  }

  private static DeliveryPolicy quick(boolean fewTries) {
    return new DeliveryPolicy(
        Duration.ofSeconds(2),
        Duration.ofSeconds(3),
        Duration.ofMillis(200),
        Duration.ofSeconds(2),
        fewTries ? 4 : 12,
        fewTries ? 4 : 20,
        Duration.ofDays(3),
        1,
        Optional.empty(),
        Duration.ZERO,
        DeliveryPolicy.OnUnknown.PARK);
  }

  @BeforeAll
  void meetEveryFault(@TempDir Path data) throws IOException {
    // First what takes longest.
    for (SandboxedChannel channel : SandboxedChannel.all(vertx)) {
      LASTING_CALL_FAULTS.forEach(
          kind -> plan(channel, new Fault(kind, Place.CALL, true), channel.sendMethod(), data));
      LASTING_PROBE_FAULTS.forEach(kind -> planProbes(channel, kind, true, data));
    }
    for (SandboxedChannel channel : SandboxedChannel.all(vertx)) {
      FaultRun.KINDS.forEach(kind -> plan(channel, kind, false, data));
    }
    spread();
    List<OpenTarget> targets = runs.stream().map(FaultRun::target).toList();
    DueSignals signals = new DueSignals();
    DeliverySteps steps = steps(first, signals, "one", targets.toArray(OpenTarget[]::new));
    Dispatcher dispatcher =
        new Dispatcher(targets, steps, signals, new Random(1), Duration.ofSeconds(30));
    dispatcher.start();
    try {
      await().pollInterval(Duration.ofMillis(500)).atMost(PATIENCE).until(this::isAtRest);
    } finally {
      dispatcher.stop(Duration.ofSeconds(5));
    }
    runs.forEach(run -> atRest.put(run, rest(run)));
    report();
  }

  @AfterAll
  void stop() {
    sandboxes.values().forEach(RunningSandbox::close);
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private void plan(SandboxedChannel channel, String kind, boolean forEver, Path data) {
    plan(channel, new Fault(kind, Place.CALL, forEver), channel.sendMethod(), data);
    planProbes(channel, kind, forEver, data);
  }

  private void planProbes(SandboxedChannel channel, String kind, boolean forEver, Path data) {
    for (String method : channel.probeMethods()) {
      plan(channel, new Fault(kind, Place.PROBE_OF_AN_EFFECT, forEver), method, data);
      plan(channel, new Fault(kind, Place.PROBE_OF_NOTHING, forEver), method, data);
    }
  }

  private void plan(SandboxedChannel channel, Fault fault, String method, Path data) {
    RunningSandbox sandbox = sandbox(fault, channel.api(), data);
    OpenTarget target =
        channel.open(
            "%s-%d".formatted(channel.api(), runs.size()), sandbox.url(), quick(fault.forEver()));
    UUID post = post();
    FaultRun run = new FaultRun(channel, fault, method, sandbox, target, post);
    run.begin();
    due(event(post, target, "slug-" + runs.size()), target, Duration.ZERO);
    runs.add(run);
  }

  // A rule hits an API's method whatever the destination: two targets of one API need two of them.
  private RunningSandbox sandbox(Fault fault, String api, Path data) {
    for (int i = 0; ; i++) {
      String name = "%s-%s-%d".formatted(fault, fault.place(), i).replace(' ', '-');
      if (taken.add(name + "/" + api)) {
        return sandboxes.computeIfAbsent(
            name, folder -> new RunningSandbox(SandboxOptions.onFreePort(data.resolve(folder))));
      }
    }
  }

  // Not all calls in one instant: the machine, not the APIs, would miss their deadlines.
  private void spread() {
    database.execute(
        "update publisher.delivery set next_attempt_at = clock_timestamp() + interval '1 ms'"
            + " * (? + ? * substring(target from '[0-9]+$')::int)",
        HEAD_START.toMillis(),
        SPREAD.toMillis());
  }

  private boolean isAtRest() {
    return database
        .query("select count(*) from publisher.delivery where state not in ('posted', 'parked')")
        .equals(List.of("0"));
  }

  private static Rest rest(FaultRun run) {
    return new Rest(
        delivery("state", run.post(), run.target()),
        delivery("external_id", run.post(), run.target()),
        delivery("uncertain_since", run.post(), run.target()) != null,
        database.query(
            "select kind || ' ' || outcome from publisher.attempt where post_id = ?"
                + " order by started_at",
            run.post()),
        run.effects().stream().map(effect -> effect.path("id").asText()).toList(),
        run.hits());
  }

  private void report() throws IOException {
    StringBuilder table =
        new StringBuilder(
            "| channel | method | fault | on | effects | state | calls | probes |\n"
                + "|---|---|---|---|---|---|---|---|\n");
    for (FaultRun run : runs) {
      Rest rest = atRest.get(run);
      table.append(
          "| %s | %s | %s | %s | %d | %s | %d | %d |%n"
              .formatted(
                  run.channel().label(),
                  run.method(),
                  run.fault(),
                  run.fault().place().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                  rest.effectIds().size(),
                  rest.state() + (rest.mayExist() ? ", may exist" : ""),
                  rest.calls(),
                  rest.probes()));
    }
    Files.writeString(Path.of("target", "every-fault.md"), table);
  }

  @Test
  void eachDeliveryHasOneEffectAtMost() {
    assertThat(runs).hasSizeGreaterThan(100);
    atRest.forEach(
        (run, rest) -> {
          assertThat(rest.hits()).as("hits of %s", run).isPositive();
          assertThat(rest.effectIds()).as(run.toString()).hasSizeLessThanOrEqualTo(1);
        });
  }

  @Test
  @Case("D23")
  void noCallIsRepeatedWhileTheApiMayStillBeAtWorkOnIt() {
    assertThat(runs)
        .filteredOn(run -> run.fault().kind().equals("late-effect"))
        .filteredOn(run -> run.channel().readsKeyFirst())
        .isNotEmpty()
        .allSatisfy(run -> assertThat(atRest.get(run).effectIds()).as(run.toString()).hasSize(1));
  }

  @Test
  void whatIsPostedExistsAndBearsItsId() {
    atRest.forEach(
        (run, rest) -> {
          if (rest.state().equals("posted")) {
            assertThat(rest.effectIds()).as(run.toString()).containsExactly(rest.externalId());
          }
        });
  }

  @Test
  void whatExistsIsPostedOrSaidToBePossible() {
    atRest.forEach(
        (run, rest) -> {
          if (!rest.effectIds().isEmpty()) {
            assertThat(rest.state().equals("posted") || rest.mayExist())
                .as(run.toString())
                .isTrue();
          }
        });
  }

  @Test
  void aFaultThatPassesLeavesNothingToAPerson() {
    atRest.forEach(
        (run, rest) -> {
          if (!run.fault().forEver()) {
            assertThat(rest.state()).as(run.toString()).isEqualTo("posted");
          }
        });
  }

  @Test
  @Case("D16")
  void anEffectThatComesLateIsFoundAndNotSentAgain() {
    assertThat(runs)
        .filteredOn(run -> run.fault().kind().equals("late-effect"))
        .filteredOn(run -> run.fault().place() == Place.CALL)
        .filteredOn(run -> !run.channel().probeMethods().isEmpty())
        .isNotEmpty()
        .allSatisfy(
            run ->
                assertThat(atRest.get(run).outcomes())
                    .as(run.toString())
                    .endsWith("probe found")
                    .filteredOn(outcome -> outcome.startsWith("call"))
                    .filteredOn(outcome -> !outcome.equals("call not_sent"))
                    .hasSize(1));
  }
}
