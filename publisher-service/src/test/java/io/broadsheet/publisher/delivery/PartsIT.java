package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Posts in several parts, plainer forms, and destinations that move. */
class PartsIT extends PressTestBase {

  private final ScriptedChannel channel = new ScriptedChannel();
  private final OpenTarget telegram = target("telegram-ru", channel, policy());
  private DeliverySteps steps;
  private UUID post;

  @BeforeEach
  void postInThreeParts() {
    channel.parts = 3;
    channel.answer = (form, call) -> new Outcome.Posted("id-" + channel.sent.size(), "https://x/1");
    steps = steps(first, "one", telegram);
    post = post();
    due(post, telegram);
  }

  private void deliverOnce() {
    deliver(steps, telegram, claim(steps, telegram).get(0));
  }

  private List<String> ledger() {
    return database.query(
        "select part || ' ' || external_id from publisher.part where post_id = ? order by part",
        post);
  }

  private List<String> sentParts() {
    return channel.sent.stream()
        .map(sent -> sent.json().replaceAll(".*\"part\":(\\d).*", "$1"))
        .toList();
  }

  @Test
  void sendsEachPartOnceInItsOrderAndIsKnownByTheFirst() {
    for (int part = 1; part <= 3; part++) {
      assertThat(delivery("part", post, telegram)).isEqualTo(Integer.toString(part));
      assertThat(stamp(post)).isNull();
      deliverOnce();
    }

    assertThat(sentParts()).containsExactly("1", "2", "3");
    assertThat(channel.sent.stream().map(ScriptedChannel.Sent::key)).doesNotHaveDuplicates();
    assertThat(ledger()).containsExactly("1 id-1", "2 id-2", "3 id-3");
    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(delivery("external_id", post, telegram)).isEqualTo("id-1");
    assertThat(stamp(post)).isEqualTo(delivery("posted_at", post, telegram));
    assertThat(claim(steps, telegram)).isEmpty();
  }

  @Test
  @Case("T5")
  void aRefusedSecondPartDoesNotSendTheFirstAgain() {
    deliverOnce();
    channel.answer = (form, call) -> new Outcome.Throttled(Duration.ofMillis(1), "429", "later");
    deliverOnce();

    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    assertThat(ledger()).containsExactly("1 id-1");

    channel.answer =
        (form, call) -> new Outcome.Rejected(Outcome.Rejected.Cause.CONTENT, "400", "too long");
    dueNow();
    deliverOnce();

    assertThat(delivery("state", post, telegram)).isEqualTo("parked");
    assertThat(delivery("last_error", post, telegram))
        .isEqualTo("the messages before number 2 are on the channel; refused: too long");
    assertThat(sentParts()).containsExactly("1", "2", "2");
    assertThat(ledger()).containsExactly("1 id-1");
  }

  @Test
  @Case("T5")
  void anUncertainSecondPartIsLookedForByItselfAndNotTakenForTheFirst() {
    deliverOnce();
    channel.answer = (form, call) -> new Outcome.Unknown("timeout", "no answer");
    deliverOnce();
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");

    dueNow();
    channel.sighting = new Sighting.Found("id-77", "https://x/77");
    deliverOnce();

    assertThat(channel.probes)
        .singleElement()
        .satisfies(probe -> assertThat(probe.othersIds()).containsExactly("id-1"))
        .satisfies(probe -> assertThat(probe.siblingIds()).containsExactly("id-1"))
        .satisfies(probe -> assertThat(probe.lastIdBefore()).contains("id-1"))
        .satisfies(probe -> assertThat(probe.key()).endsWith("/2"));
    assertThat(ledger()).containsExactly("1 id-1", "2 id-77");
    assertThat(delivery("uncertain_since", post, telegram)).isNull();

    channel.answer = (form, call) -> new Outcome.Posted("id-78", "https://x/78");
    deliverOnce();
    assertThat(sentParts()).containsExactly("1", "2", "3");
    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
  }

  @Test
  void aLateHolderOfTheFirstPartIsNotTakenForTheSecond() {
    deliverOnce();
    channel.answer = (form, call) -> new Outcome.Unknown("timeout", "no answer");
    deliverOnce();
    dueNow();
    channel.sighting = new Sighting.CannotTell("no listing");

    Claim probe = claim(steps, telegram).get(0);

    assertThat(probe.latePosted()).isEmpty();
    deliver(steps, telegram, probe);
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
  }

  @Test
  void aBegunPostComesBeforeAnother() {
    UUID other = post();
    deliverOnce();
    due(other, telegram);
    database.execute(
        "update publisher.delivery set next_attempt_at = next_attempt_at - interval '1 minute'"
            + " where post_id = ?",
        other);

    assertThat(claim(steps, telegram))
        .singleElement()
        .satisfies(claim -> assertThat(claim.postId()).isEqualTo(post));
  }

  @Test
  void aPartThatWasRecordedTwiceStandsOnce() {
    Claim claim = claim(steps, telegram).get(0);
    Transition.PartPosted posted = new Transition.PartPosted("7", "https://x/7", 2);
    Answer answer = Answer.of(new Outcome.Posted("7", "https://x/7"), Duration.ZERO);
    Advance advance = new Advance(first);

    assertThat(advance.advance(claim.token(), posted, answer)).isTrue();
    assertThat(advance.advance(claim.token(), posted, answer)).isFalse();
    assertThat(new LookAgain(first).lookAgain(claim.token())).isEqualTo(Recorded.BEFORE);

    assertThat(ledger()).containsExactly("1 7");
    assertThat(delivery("part", post, telegram)).isEqualTo("2");
  }

  @Test
  void aPartOfAClaimThatWasTakenOverChangesNothing() {
    Claim late = claim(steps, telegram).get(0);
    new Freeze(first).freeze(late, Rendered.of(new Form("{}")));
    endLease(post);
    new ExpireLeases(first).expireLeases();

    boolean advanced =
        new Advance(first)
            .advance(
                late.token(),
                new Transition.PartPosted("7", "https://x/7", 2),
                Answer.of(new Outcome.Posted("7", "https://x/7"), Duration.ZERO));

    assertThat(advanced).isFalse();
    assertThat(ledger()).isEmpty();
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
  }

  @Test
  void anApiThatRefusesAFormGetsThePlainerOneOnce() {
    channel.parts = 1;
    channel.forms = 2;
    channel.answer =
        (form, call) -> new Outcome.Rejected(Outcome.Rejected.Cause.FORM, "400", "can't parse");

    deliverOnce();
    assertThat(delivery("state || form", post, telegram)).isEqualTo("retry2");
    deliverOnce();

    assertThat(
            channel.sent.stream().map(sent -> sent.json().replaceAll(".*\"form\":(\\d).*", "$1")))
        .containsExactly("1", "2");
    assertThat(delivery("state", post, telegram)).isEqualTo("parked");
  }

  @Test
  void aDestinationThatMovedIsFollowedFromThenOn() {
    channel.parts = 1;
    channel.answer =
        (form, call) ->
            call.move().isPresent()
                ? new Outcome.Posted("9", "https://x/9")
                : new Outcome.Moved(new Move("-1", "-1002"), "400", "upgraded");

    deliverOnce();
    assertThat(delivery("state || attempt", post, telegram)).isEqualTo("retry0");
    deliverOnce();

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    DeliverySteps restarted = steps(second, "restarted", telegram);
    UUID next = post();
    due(next, telegram);
    assertThat(claim(restarted, telegram).get(0).move()).contains(new Move("-1", "-1002"));
  }

  private void dueNow() {
    database.execute("update publisher.delivery set next_attempt_at = clock_timestamp()");
    database.execute("update publisher.target_state set next_allowed_at = null");
  }

  private static String stamp(UUID post) {
    return database
        .query("select telegram_posted_at::text from generator.blog_posts where id = ?", post)
        .get(0);
  }
}
