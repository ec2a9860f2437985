package io.broadsheet.lab.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.lab.audit.Evidence.Message;
import io.broadsheet.lab.audit.Evidence.Part;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.lab.audit.Evidence.Post;
import io.broadsheet.lab.audit.Evidence.Request;
import io.broadsheet.lab.audit.Evidence.TargetState;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults are planted in a run without any: the auditor names each. */
class AuditorTest {

  private static final Place CHAT = PlantedEvidence.CHAT;
  private static final Instant NOON = PlantedEvidence.NOON;
  private static final String ORDERS = "orders have their result and are kept";
  private static final Instant LATER = NOON.plusSeconds(60);

  private static List<String> broken(Evidence evidence) {
    return new Auditor()
        .audit(evidence).stream()
            .filter(verdict -> !verdict.held())
            .map(Verdict::invariant)
            .toList();
  }

  private static Request request(long seq, long afterMs, int retryAfterS) {
    return new Request(seq, LATER.plusMillis(afterMs), "sendMessage", CHAT, retryAfterS);
  }

  @Test
  void holdsWhereNothingIsWrong() {
    assertThat(broken(new PlantedEvidence().evidence())).isEmpty();
  }

  @Test
  void holdsForAPostInSeveralMessages() {
    PlantedEvidence planted = new PlantedEvidence();
    planted.inThreeMessages();

    assertThat(broken(planted.evidence())).isEmpty();
  }

  static Stream<Arguments> planted() {
    return Stream.of(
        planted("I1 whole editions", p -> p.posts.remove(p.english)),
        planted(
            "I1 whole editions",
            p -> p.posts.add(new Post(p.other, "2026-11-30", "ru", "t", Map.of()))),
        planted("I2 posts with all their outbox rows", p -> p.outbox.remove(0)),
        planted(
            "I2 posts with all their outbox rows",
            p -> p.outbox.add(new Message(p.other, "post", "telegram-ru", p.other, 1))),
        planted("I3 nothing lost", p -> p.deliveries.remove(0)),
        planted("I3 nothing lost", p -> p.records.remove(0)),
        planted("I3 nothing lost", p -> p.deadLetters.add(p.outbox.get(0).id())),
        planted("I3 nothing lost", p -> p.deadLetters.add(p.deliveries.remove(0).eventId())),
        planted("I3 nothing lost", p -> p.outbox.remove(1)),
        planted(
            "I4 one effect at most",
            p -> p.effects.add(new Effect(9, NOON, CHAT, "18", "a title " + p.russian.title()))),
        planted(
            "I4 one effect at most",
            p -> p.effects.add(new Effect(9, NOON, CHAT, "18", "nobody's words"))),
        planted("I5 posted means that it exists", p -> p.effects.remove(0)),
        planted("I5 posted means that it exists", p -> p.deliver(d -> d.externalId("99"))),
        inThreeMessages("I4 one effect at most", p -> second(p, 1)),
        inThreeMessages("I4 one effect at most", p -> second(p, 2)),
        inThreeMessages(
            "I4 one effect at most",
            p -> {
              // Hidden from a count of all messages: the last one is missing.
              second(p, 1);
              p.effects.removeIf(effect -> effect.id().equals("19"));
            }),
        inThreeMessages(
            "I4 one effect at most",
            p -> p.effects.add(new Effect(9, NOON, CHAT, "20", "and so on, number 2"))),
        inThreeMessages("I4 one effect at most", p -> recordThird(p, "18")),
        inThreeMessages(
            "I5 posted means that it exists",
            p -> p.effects.removeIf(effect -> effect.id().equals("18"))),
        inThreeMessages("I5 posted means that it exists", p -> recordThird(p, "99")),
        inThreeMessages("I5 posted means that it exists", p -> p.parts.remove(2)),
        planted("I5 what exists is known", p -> p.deliver(d -> d.state("retry"))),
        planted("I5 what exists is known", p -> p.deliver(d -> d.state("pending"))),
        planted("I5 what exists is known", p -> p.deliver(d -> d.state("parked"))),
        planted("I6 stamped once, when posted", p -> p.stamp(Map.of())),
        planted(
            "I6 stamped once, when posted", p -> p.stamp(Map.of("telegram", NOON.plusMillis(1)))),
        planted("I6 stamped once, when posted", p -> p.stamp(Map.of("telegram", NOON, "vk", NOON))),
        planted("I8 no claim and no attempt left open", p -> p.deliver(d -> d.leased(true))),
        planted(
            "I8 no claim and no attempt left open",
            p ->
                p.attempts.add(
                    new Attempt(
                        p.deliveries.get(0).key(), 1, true, "call", "r", NOON, null, null, null))),
        planted(
            "Retry-After never undercut",
            p -> {
              p.requests.add(request(1, 0, 2));
              p.requests.add(request(2, 1_900, 0));
            }),
        planted(
            "Retry-After never undercut",
            p -> {
              p.requests.add(request(1, 0, 3));
              // A shorter one does not end the first.
              p.requests.add(request(2, 50, 1));
              p.requests.add(request(3, 2_000, 0));
            }),
        planted("I10 at rest nothing is due", p -> p.deliver(d -> d.state("unknown"))),
        planted(
            "I10 at rest nothing is due",
            p -> p.targets.add(new TargetState("telegram-ru", true, "401"))),
        planted(ORDERS, p -> p.order("retry", 7, null, false)),
        planted(ORDERS, PlantedEvidence::skip),
        planted(
            ORDERS,
            p -> {
              p.skip();
              p.order("skip", 7, "refused", false);
            }),
        planted(ORDERS, p -> p.order("skip", 7, "applied", false)),
        planted(
            ORDERS,
            p -> {
              p.order("replay", 6, "applied", true);
              p.order("skip", 7, "applied", false);
            }),
        planted("I10 parked only for good", p -> p.deliver(d -> d.state("parked").mayExist(true))));
  }

  private static Arguments inThreeMessages(String invariant, Consumer<PlantedEvidence> fault) {
    return planted(
        invariant,
        p -> {
          p.inThreeMessages();
          fault.accept(p);
        });
  }

  /** One message of the Russian post a second time, as its attempt tells. */
  private static void second(PlantedEvidence p, int part) {
    p.effects.add(new Effect(9, NOON, CHAT, "20", "once more"));
    p.attempts.add(
        new Attempt(
            p.deliveries.get(0).key(), part, false, "call", "r", NOON, NOON, "posted", "20"));
  }

  private static void recordThird(PlantedEvidence p, String id) {
    p.parts.set(2, new Part(p.deliveries.get(0).key(), 3, id));
  }

  private static Arguments planted(String invariant, Consumer<PlantedEvidence> fault) {
    return Arguments.of(invariant, fault);
  }

  @ParameterizedTest
  @MethodSource("planted")
  void namesWhatIsBroken(String invariant, Consumer<PlantedEvidence> fault) {
    PlantedEvidence planted = new PlantedEvidence();
    fault.accept(planted);

    assertThat(broken(planted.evidence())).contains(invariant);
  }

  @Test
  void whatWasSkippedByOrderIsAtRest() {
    PlantedEvidence planted = new PlantedEvidence();
    planted.skip();
    planted.order("skip", 7, "applied", false);

    assertThat(broken(planted.evidence())).isEmpty();
  }

  @Test
  void aLaterReplayMayReviveWhatWasSkipped() {
    PlantedEvidence planted = new PlantedEvidence();
    planted.order("skip", 7, "applied", false);
    planted.order("replay", 8, "applied", true);

    assertThat(broken(planted.evidence())).isEmpty();
  }

  @Test
  void saysWhichPostAndTarget() {
    PlantedEvidence planted = new PlantedEvidence();
    Delivery lost = planted.deliveries.remove(0);

    List<Finding> findings = new NothingLost().findings(planted.evidence());

    assertThat(findings)
        .extracting(Finding::postId, Finding::target)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(lost.key().postId(), lost.key().target()));
  }

  @Test
  void aRequestThatWasUnderWayAndOneThatWaitedUndercutNothing() {
    PlantedEvidence planted = new PlantedEvidence();
    planted.requests.add(request(1, 0, 2));
    planted.requests.add(request(2, 90, 0));
    planted.requests.add(request(3, 2_000, 0));

    assertThat(broken(planted.evidence())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-500,false", "200,true", "-4000,true"})
  void aVerificationUndercutsWhatWasRefusedBeforeItBegan(int beganMs, boolean undercut) {
    PlantedEvidence planted = new PlantedEvidence();
    planted.attempts.add(refused(planted, "throttled"));
    Request began = request(1, beganMs, 0);
    planted.requests.add(
        new Request(1, began.at(), "getMe", new Place(began.place().api(), ""), 0));
    planted.requests.add(request(2, 0, 2));
    planted.requests.add(request(3, 1_000, 0));
    planted.requests.sort(Comparator.comparing(Request::at));

    assertThat(broken(planted.evidence()).contains("Retry-After never undercut"))
        .isEqualTo(undercut);
  }

  private static Attempt refused(PlantedEvidence planted, String outcome) {
    return new Attempt(
        planted.deliveries.get(0).key(),
        1,
        false,
        "call",
        "r",
        LATER.minusMillis(50),
        LATER.plusMillis(10),
        outcome,
        null);
  }

  @ParameterizedTest
  @CsvSource({
    "throttled,true",
    "not_sent,true",
    "deferred,true",
    "rejected,true",
    "absent,true",
    "unknown,false",
    "cannot_tell,false",
    ",false"
  })
  void aRefusalIsUndercutUnlessItsAnswerMayHaveBeenLost(String outcome, boolean undercut) {
    PlantedEvidence planted = new PlantedEvidence();
    planted.attempts.add(refused(planted, outcome));
    planted.requests.add(request(1, 0, 2));
    planted.requests.add(request(2, 1_000, 0));

    assertThat(broken(planted.evidence()).contains("Retry-After never undercut"))
        .isEqualTo(undercut);
  }

  @Test
  void whatIsRefusedForGoodMayParkAndPause() {
    PlantedEvidence planted = new PlantedEvidence();
    planted.refusedForGood = Set.of("telegram-ru");
    planted.deliver(d -> d.state("parked").mayExist(true));
    planted.stamp(Map.of());
    planted.targets.add(new TargetState("telegram-ru", true, "403"));

    assertThat(broken(planted.evidence())).isEmpty();
  }

  @Test
  void aSecondGenerationMayHaveAnEffectOfItsOwn() {
    PlantedEvidence planted = new PlantedEvidence();
    planted.republish("18");
    planted.effects.add(new Effect(9, NOON, CHAT, "18", planted.russian.title()));

    assertThat(broken(planted.evidence())).isEmpty();
  }
}
