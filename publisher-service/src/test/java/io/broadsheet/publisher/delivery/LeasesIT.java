package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Holders that die, freeze or come too late. */
class LeasesIT extends PressTestBase {

  private final ScriptedChannel channel = new ScriptedChannel();
  private final OpenTarget telegram = target("telegram-ru", channel, policy());
  private DeliverySteps one;
  private DeliverySteps other;
  private UUID post;

  private Claim claimed() {
    one = steps(first, "one", telegram);
    other = steps(second, "other", telegram);
    post = post();
    due(post, telegram);
    return claim(one, telegram).get(0);
  }

  /** Claimed, and its text frozen: its call may have been made. */
  private Claim called() {
    Claim claim = claimed();
    new Freeze(first).freeze(claim, Rendered.of(new Form("{}")));
    return claim;
  }

  @Test
  @Case({"D6", "D12"})
  void aDeliveryStuckInSendingIsFoundByItsLeaseAndSettled() {
    Claim dead = called();
    assertThat(other.expireLeases().expireLeases()).isEmpty();

    endLease(post);
    assertThat(other.expireLeases().expireLeases()).containsExactly("telegram-ru");
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");

    channel.sighting = new Sighting.Found("9", "https://t.me/x/9");
    deliver(other, telegram, claim(other, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(channel.sent).isEmpty();
  }

  @Test
  @Case("D20")
  void aLockedRowStopsTheExpiryOfNoOther() throws SQLException {
    called();
    OpenTarget vk = target("vk-ru", channel, policy());
    DeliverySteps its = steps(second, "its", vk);
    UUID another = post();
    due(another, vk);
    claim(its, vk);
    endLease(post);
    endLease(another);

    try (Connection lost = database.connect()) {
      lost.setAutoCommit(false);
      lost.createStatement()
          .execute("select from publisher.delivery where post_id = '" + post + "' for update");

      assertThat(other.expireLeases().expireLeases()).containsExactly("vk-ru");
      assertThat(delivery("state", another, vk)).isEqualTo("retry");
      lost.rollback();
    }
    assertThat(other.expireLeases().expireLeases()).containsExactly("telegram-ru");
  }

  @Test
  void theEndOfAProbesLeaseIsKnownAlsoWhereThatProbeFillsTheTarget() {
    Claim dead = called();
    endLease(post);
    other.expireLeases().expireLeases();
    assertThat(claim(one, telegram)).hasSize(1);

    LookAhead.Outlook outlook = other.lookAhead().lookAhead(List.of(telegram));

    assertThat(outlook.dueNow()).isEmpty();
    assertThat(outlook.nextDueIn())
        .hasValueSatisfying(in -> assertThat(in).isPositive().isLessThan(DAY));
  }

  @Test
  void aClaimWhoseTimeHasPassedBeforeItsCallCostsNoAttempt() {
    DeliveryPolicy hasty = timingOut(Duration.ofMillis(1));
    OpenTarget vk = target("vk-ru", channel, hasty);
    DeliverySteps its = steps(first, "one", vk);
    UUID late = post();
    due(late, vk);
    Claim claim = claim(its, vk).get(0);
    await().until(claim.deadline()::hasPassed);

    deliver(its, vk, claim);

    assertThat(channel.sent).isEmpty();
    assertThat(delivery("state || ' ' || attempt", late, vk)).isEqualTo("retry 0");
  }

  @Test
  @Case("D8")
  void aHolderTooLateClosesItsAttemptAndChangesNothingElse() {
    Claim late = called();
    endLease(post);
    other.expireLeases().expireLeases();

    boolean completed =
        new Complete(first)
            .complete(
                telegram.target().channel(),
                late,
                new Transition.Posted("5", ""),
                Answer.of(new Outcome.Posted("5", ""), Duration.ZERO));

    assertThat(completed).isFalse();
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    assertThat(
            database.query(
                "select id::text from generator.blog_posts where telegram_posted_at is not null"))
        .isEmpty();
    assertThat(database.query("select outcome || external_id || late from publisher.attempt"))
        .containsExactly("posted5true");
  }

  @Test
  @Case("D8")
  void whatALateHolderPostedIsAdoptedInsteadOfSentAgain() {
    Claim late = called();
    endLease(post);
    other.expireLeases().expireLeases();
    recordPosted(late);
    channel.sighting = new Sighting.Absent("not there");

    deliver(other, telegram, claim(other, telegram).get(0));

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(delivery("external_id", post, telegram)).isEqualTo("5");
    assertThat(channel.sent).isEmpty();
    assertThat(channel.probes).isEmpty();
  }

  @Test
  void aLatePostedThatArrivesDuringTheProbeStopsTheRetry() {
    Claim late = called();
    endLease(post);
    other.expireLeases().expireLeases();
    database.execute(
        "update publisher.delivery set last_call_deadline = last_call_deadline - interval '1 h'");
    channel.sighting = new Sighting.Absent("not there");
    Claim probe = claim(other, telegram).get(0);
    recordPosted(late);

    deliver(other, telegram, probe);
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");

    // With max-in-flight 1 the target would wait for the end of a lease.
    deliver(other, telegram, claim(other, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(channel.sent).isEmpty();
  }

  @Test
  void aLateRefusalDoesNotPauseTheTarget() {
    Claim late = called();
    endLease(post);
    other.expireLeases().expireLeases();

    settle(late, new Outcome.Rejected(Outcome.Rejected.Cause.CONFIGURATION, "403", "kicked"));

    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    assertThat(
            database.query(
                """
                select target from publisher.target_state
                where next_allowed_at is null and paused_until is null
                """))
        .hasSize(1);
  }

  @Test
  @Case("D5")
  void whatTheApiAskedToWaitHoldsTheTargetEvenIfItIsRecordedTooLate() {
    Claim late = called();
    endLease(post);
    other.expireLeases().expireLeases();

    settle(late, new Outcome.Throttled(Duration.ofMinutes(10), "429", "wait"));

    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    assertThat(heldBetween(9, 10)).isTrue();
    assertThat(claim(other, telegram)).isEmpty();
  }

  @Test
  @Case("D5")
  void aThrottledProbeHoldsTheTargetThoughALateHolderHasPosted() {
    Claim late = called();
    endLease(post);
    other.expireLeases().expireLeases();
    Claim probe = claim(other, telegram).get(0);
    assertThat(probe.kind()).isEqualTo(Claim.Kind.PROBE);
    recordPosted(late);

    Sighting throttled = new Sighting.Throttled(Duration.ofMinutes(10), "wait");
    new Settle(second)
        .settle(
            probe.token(),
            nextState(telegram).afterProbe(throttled, probe.known()),
            Answer.of(throttled, Duration.ZERO),
            Duration.ZERO);

    assertThat(heldBetween(9, 10)).isTrue();
  }

  @Test
  @Case("D5")
  void whatIsRecordedLateHoldsTheTargetForWhatIsLeft() {
    Claim claim = claimed();
    Outcome throttled = new Outcome.Throttled(Duration.ofMinutes(10), "429", "wait");
    Transition transition = nextState(telegram).afterCall(throttled, claim.known());
    Settle settle = new Settle(first);

    settle.settle(
        claim.token(), transition, Answer.of(throttled, Duration.ZERO), Duration.ofMinutes(4));
    assertThat(heldBetween(5, 6)).isTrue();

    database.execute("update publisher.target_state set next_allowed_at = null");
    settle.settle(
        claim.token(), transition, Answer.of(throttled, Duration.ZERO), Duration.ofMinutes(11));
    assertThat(database.query("select next_allowed_at from publisher.target_state"))
        .containsExactly((String) null);
  }

  private void settle(Claim claim, Outcome outcome) {
    new Settle(first)
        .settle(
            claim.token(),
            nextState(telegram).afterCall(outcome, claim.known()),
            Answer.of(outcome, Duration.ZERO),
            Duration.ZERO);
  }

  private static boolean heldBetween(int minutes, int atMost) {
    return database
        .query(
            """
            select next_allowed_at > clock_timestamp() + ? * interval '1 minute'
              and next_allowed_at <= clock_timestamp() + ? * interval '1 minute' + interval '1 s'
            from publisher.target_state
            """,
            minutes,
            atMost)
        .equals(List.of("t"));
  }

  @Test
  @Case("D12")
  void aClaimUnderWhichNoTextWasFrozenIsTriedAgainAtOnce() {
    Claim late = claimed();
    endLease(post);

    assertThat(other.expireLeases().expireLeases()).containsExactly("telegram-ru");

    assertThat(delivery("state || ' ' || attempt", post, telegram)).isEqualTo("retry 1");
    assertThat(delivery("uncertain_since", post, telegram)).isNull();
    deliver(one, telegram, late);
    assertThat(channel.sent).isEmpty();
    assertThat(delivery("rendered", post, telegram)).isNull();
    deliver(other, telegram, claim(other, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(channel.probes).isEmpty();
  }

  @Test
  void aPostThatEndsItsPublisherTwiceBeforeTheCallIsProbed() {
    claimed();
    endLease(post);
    other.expireLeases().expireLeases();
    claim(other, telegram);
    endLease(post);

    other.expireLeases().expireLeases();

    assertThat(delivery("state || ' ' || attempt", post, telegram)).isEqualTo("unknown 2");
  }

  @Test
  void aLeaseThatEndedUnderAProbeIsClaimedAnew() {
    Claim dead = called();
    endLease(post);
    other.expireLeases().expireLeases();
    Claim probe = claim(one, telegram).get(0);
    assertThat(claim(other, telegram)).isEmpty();
    endLease(post);

    Claim again = claim(other, telegram).get(0);

    assertThat(again.token()).isNotEqualTo(probe.token());
    channel.sighting = new Sighting.Found("1", "");
    deliver(one, telegram, probe);
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    assertThat(delivery("claim_token", post, telegram)).isEqualTo(again.token().toString());
  }

  @Test
  @Case("D17")
  void aSlowProbesAbsentChangesNothingAfterANewerCall() {
    Claim dead = called();
    endLease(post);
    other.expireLeases().expireLeases();
    database.execute(
        "update publisher.delivery set last_call_deadline = last_call_deadline - interval '1 h'");
    channel.sighting = new Sighting.Absent("not there");
    Claim slow = claim(one, telegram).get(0);
    endLease(post);
    deliver(other, telegram, claim(other, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    channel.answer = (form, call) -> new Outcome.Unknown("timeout", "no answer");
    deliver(other, telegram, claim(other, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");

    // Certain when it looked, and of a call that is no longer the last.
    deliver(one, telegram, slow);

    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    assertThat(channel.sent).hasSize(1);
  }

  private void recordPosted(Claim late) {
    new Complete(first)
        .complete(
            telegram.target().channel(),
            late,
            new Transition.Posted("5", ""),
            Answer.of(new Outcome.Posted("5", ""), Duration.ZERO));
  }
}
