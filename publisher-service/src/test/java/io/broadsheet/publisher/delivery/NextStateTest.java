package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.delivery.DeliveryPolicy.OnUnknown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every answer in every situation; the same table stands in docs/delivery-states.md. */
class NextStateTest {

  private static final int MAX = 3;
  private static final Duration KEY_WINDOW = Duration.ofHours(1);

  // Without jitter every wait is the whole of base * 2^(failures - 1).
  private static final RandomGenerator WHOLE = () -> -1L;

  /** An answer in a situation. */
  private enum Situation {
    FIRST("no earlier call is uncertain", known(false, 1)),
    LAST("the same, attempts spent", known(false, MAX)),
    UNCERTAIN("an earlier call is uncertain", known(true, 2)),
    UNCERTAIN_LAST("the same, attempts spent", known(true, MAX));

    private final String words;
    private final NextState.Known known;

    Situation(String words, NextState.Known known) {
      this.words = words;
      this.known = known;
    }

    private static NextState.Known known(boolean uncertain, int attempt) {
      return new NextState.Known(uncertain, attempt, 0, Duration.ZERO, 0, 0);
    }

    /** The same, with more of the post to come or plainer forms to try, if the row says so. */
    NextState.Known known(String answer) {
      return new NextState.Known(
          known.uncertain(),
          known.attempt(),
          known.probes(),
          known.absenceCertainIn(),
          answer.endsWith("parts left") ? 2 : 0,
          answer.endsWith("plainer one left") ? 1 : 0);
    }
  }

  private record CallRow(String answer, Outcome outcome, List<String> next) {}

  static Stream<CallRow> calls() {
    Outcome throttled = new Outcome.Throttled(Duration.ofSeconds(35), "429", "w");
    Outcome deferred = new Outcome.Deferred(Duration.ofHours(2), "214", "w");
    return Stream.of(
        new CallRow(
            "Posted",
            new Outcome.Posted("1", "u"),
            List.of("posted", "posted", "posted", "posted")),
        new CallRow(
            "Posted, parts left",
            new Outcome.Posted("1", "u"),
            List.of(
                "next part at once",
                "next part at once",
                "next part at once",
                "next part at once")),
        new CallRow(
            "NotSent",
            new Outcome.NotSent("connect", "w"),
            List.of(
                "retry after back-off",
                "parked",
                "unknown after back-off",
                "unknown after back-off")),
        new CallRow(
            "Throttled",
            throttled,
            List.of(
                "retry after 35s, free; target held 35s",
                "retry after 35s, free; target held 35s",
                "unknown after 35s, free; target held 35s",
                "unknown after 35s, free; target held 35s")),
        new CallRow(
            "Deferred",
            deferred,
            List.of(
                "retry after 2h, free",
                "retry after 2h, free",
                "unknown after 2h, free",
                "unknown after 2h, free")),
        new CallRow(
            "Rejected (content)",
            new Outcome.Rejected(Cause.CONTENT, "400", "w"),
            List.of("parked", "parked", "parked, may exist", "parked, may exist")),
        new CallRow(
            "Rejected (form), plainer one left",
            new Outcome.Rejected(Cause.FORM, "400", "w"),
            List.of(
                "retry at once, free, plainer",
                "retry at once, free, plainer",
                "unknown at once, free, plainer",
                "unknown at once, free, plainer")),
        new CallRow(
            "Rejected (form), none left",
            new Outcome.Rejected(Cause.FORM, "400", "w"),
            List.of("parked", "parked", "parked, may exist", "parked, may exist")),
        new CallRow(
            "Moved",
            new Outcome.Moved(new Move("-1", "-1002"), "400", "w"),
            List.of(
                "retry at once, free; target redirected",
                "retry at once, free; target redirected",
                "unknown at once, free; target redirected",
                "unknown at once, free; target redirected")),
        new CallRow(
            "Rejected (person)",
            new Outcome.Rejected(Cause.PERSON, "14", "w"),
            List.of(
                "retry at once, free; target paused for a person",
                "retry at once, free; target paused for a person",
                "unknown at once, free; target paused for a person",
                "unknown at once, free; target paused for a person")),
        new CallRow(
            "Rejected (configuration)",
            new Outcome.Rejected(Cause.CONFIGURATION, "403", "w"),
            List.of(
                "retry at once, free; target paused",
                "retry at once, free; target paused",
                "unknown at once, free; target paused",
                "unknown at once, free; target paused")),
        new CallRow(
            "Unknown, no key",
            new Outcome.Unknown("timeout", "w"),
            List.of(
                "unknown after 1s", "unknown after 1s", "unknown after 1s", "unknown after 1s")),
        new CallRow(
            "Unknown, key window",
            new Outcome.Unknown("timeout", "w"),
            List.of(
                "unknown at the deadline",
                "unknown at the deadline",
                "unknown after back-off, at the deadline at the earliest",
                "unknown after back-off, at the deadline at the earliest")),
        new CallRow(
            "Unknown, key window, may be repeated at once",
            new Outcome.Unknown("timeout", "w"),
            List.of(
                "unknown at once",
                "unknown at once",
                "unknown after back-off",
                "unknown after back-off")));
  }

  private record ProbeRow(
      String answer, Sighting sighting, NextState.Known known, String park, String resend) {}

  static Stream<ProbeRow> probes() {
    Sighting found = new Sighting.Found("1", "u");
    Sighting absent = new Sighting.Absent("w");
    Sighting cannotTell = new Sighting.CannotTell("w");
    Duration certain = Duration.ZERO;
    Duration soon = Duration.ofSeconds(4);
    Duration late = Duration.ofMinutes(2);
    return Stream.of(
        new ProbeRow("Found", found, known(1, 1, soon), "posted", "posted"),
        new ProbeRow(
            "Found, parts left",
            found,
            new NextState.Known(true, 1, 1, soon, 1, 0),
            "next part at once",
            "next part at once"),
        new ProbeRow(
            "Found, attempts and probes spent",
            found,
            known(MAX, MAX, certain),
            "posted",
            "posted"),
        new ProbeRow(
            "Absent after probe-settle",
            absent,
            known(1, 1, certain),
            "retry at once",
            "retry at once"),
        new ProbeRow(
            "Absent after probe-settle, attempts spent",
            absent,
            known(MAX, 1, certain),
            "parked",
            "parked"),
        new ProbeRow(
            "Absent before probe-settle",
            absent,
            known(1, 1, late),
            "unknown after back-off",
            "unknown after back-off"),
        new ProbeRow(
            "Absent shortly before probe-settle",
            absent,
            known(1, 2, soon),
            "unknown after 4s",
            "unknown after 4s"),
        new ProbeRow(
            "Absent before probe-settle, probes spent",
            absent,
            known(1, MAX, soon),
            "unknown after 4s",
            "unknown after 4s"),
        new ProbeRow(
            "Throttled, probes spent",
            new Sighting.Throttled(Duration.ofSeconds(35), "w"),
            known(1, MAX, certain),
            "unknown after 35s, free; target held 35s",
            "unknown after 35s, free; target held 35s"),
        new ProbeRow(
            "CannotTell",
            cannotTell,
            known(1, 1, certain),
            "unknown after back-off",
            "unknown after back-off"),
        new ProbeRow(
            "CannotTell, probes spent",
            cannotTell,
            known(1, MAX, certain),
            "parked, may exist",
            "retry at once"),
        new ProbeRow(
            "CannotTell before probe-settle, probes spent",
            cannotTell,
            known(1, MAX, soon),
            "parked, may exist",
            "unknown after 4s"),
        new ProbeRow(
            "CannotTell, probes and attempts spent",
            cannotTell,
            known(MAX, MAX, certain),
            "parked, may exist",
            "parked, may exist"));
  }

  private static NextState.Known known(int attempt, int probes, Duration certainIn) {
    return new NextState.Known(true, attempt, probes, certainIn, 0, 0);
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Case("D23")
  void afterACall(CallRow row) {
    for (Situation situation : Situation.values()) {
      Duration window = row.answer().contains("key window") ? KEY_WINDOW : Duration.ZERO;
      NextState nextState =
          nextState(OnUnknown.PARK, window, row.answer().endsWith("repeated at once"));
      assertThat(
              words(
                  nextState.afterCall(row.outcome(), situation.known(row.answer())),
                  nextState.backoff().after(situation.known.attempt())))
          .as("%s when %s", row.answer(), situation.words)
          .isEqualTo(row.next().get(situation.ordinal()));
    }
  }

  @ParameterizedTest
  @MethodSource("probes")
  @Case("D23")
  void afterAProbe(ProbeRow row) {
    for (OnUnknown onUnknown : OnUnknown.values()) {
      NextState nextState = nextState(onUnknown);
      assertThat(
              words(
                  nextState.afterProbe(row.sighting(), row.known()),
                  nextState.backoff().after(row.known().probes())))
          .as("%s, on-unknown %s", row.answer(), onUnknown)
          .isEqualTo(onUnknown == OnUnknown.PARK ? row.park() : row.resend());
    }
  }

  @Test
  void everyAnswerOfThePortIsInTheTables() {
    assertThat(calls().map(row -> (Object) row.outcome().getClass()).distinct())
        .containsExactlyInAnyOrder((Object[]) Outcome.class.getPermittedSubclasses());
    assertThat(
            calls()
                .map(CallRow::outcome)
                .filter(Outcome.Rejected.class::isInstance)
                .map(outcome -> ((Outcome.Rejected) outcome).cause())
                .distinct())
        .containsExactlyInAnyOrder(Cause.values());
    assertThat(probes().map(row -> (Object) row.sighting().getClass()).distinct())
        .containsExactlyInAnyOrder((Object[]) Sighting.class.getPermittedSubclasses());
  }

  @Test
  void theDocumentTellsTheSame() throws Exception {
    String document = Files.readString(Path.of("..", "docs", "delivery-states.md"));
    Map<String, String> tables = new LinkedHashMap<>();
    calls()
        .forEach(
            row ->
                tables.put(
                    row.answer(),
                    "| " + row.answer() + " | " + String.join(" | ", row.next()) + " |"));
    probes()
        .forEach(
            row ->
                tables.put(
                    row.answer(),
                    "| " + row.answer() + " | " + row.park() + " | " + row.resend() + " |"));

    assertThat(tables.values().stream().filter(line -> !document.contains(line)))
        .as("lines missing from docs/delivery-states.md")
        .isEmpty();
  }

  @Test
  void aPersonIsToldWhatHappened() {
    NextState nextState = nextState(OnUnknown.PARK);
    String givenUp =
        nextState
            .afterCall(new Outcome.NotSent("connect", "connection refused"), Situation.LAST.known)
            .next()
            .why();
    assertThat(givenUp).contains("3 attempts", "connection refused");
  }

  private static NextState nextState(OnUnknown onUnknown) {
    return nextState(onUnknown, Duration.ZERO, false);
  }

  private static NextState nextState(
      OnUnknown onUnknown, Duration keyWindow, boolean repeatsAtOnce) {
    DeliveryPolicy policy =
        new DeliveryPolicy(
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofSeconds(10),
            Duration.ofHours(1),
            MAX,
            MAX,
            Duration.ofDays(3),
            1,
            Optional.empty(),
            Duration.ofMinutes(10),
            onUnknown);
    return new NextState(
        policy,
        new Backoff(policy.backoffBase(), policy.backoffMax(), WHOLE),
        keyWindow,
        repeatsAtOnce);
  }

  private static String words(Transition transition, Duration backoff) {
    return Stream.of(words(transition.next(), backoff), words(transition.effect()))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String words(Transition.Next next, Duration backoff) {
    if (next instanceof Transition.Retry retry) {
      return "retry " + when(retry.in(), backoff) + cost(retry.cost());
    }
    if (next instanceof Transition.Unknown unknown) {
      return "unknown " + when(unknown.in(), backoff) + cost(unknown.cost());
    }
    if (next instanceof Transition.Repeat repeat) {
      return "unknown "
          + (repeat.in().isZero()
              ? "at the deadline"
              : when(repeat.in(), backoff) + ", at the deadline at the earliest");
    }
    if (next instanceof Transition.PartPosted) {
      return "next part at once";
    }
    if (next instanceof Transition.Plainer plainer) {
      return plainer.state().wireName() + " at once, free, plainer";
    }
    if (next instanceof Transition.Parked parked) {
      return parked.existence() == Transition.Existence.POSSIBLE ? "parked, may exist" : "parked";
    }
    return "posted";
  }

  private static String words(Transition.TargetEffect effect) {
    if (effect instanceof Transition.TargetEffect.Hold hold) {
      return "target held " + brief(hold.duration());
    }
    if (effect instanceof Transition.TargetEffect.Redirect) {
      return "target redirected";
    }
    if (effect instanceof Transition.TargetEffect.Pause pause) {
      return pause.cause() == PauseCause.PERSON ? "target paused for a person" : "target paused";
    }
    return "";
  }

  private static String cost(Transition.Cost cost) {
    return cost == Transition.Cost.NOTHING ? ", free" : "";
  }

  private static String when(Duration in, Duration backoff) {
    if (in.isZero()) {
      return "at once";
    }
    return "after " + (in.equals(backoff) ? "back-off" : brief(in));
  }

  private static String brief(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
