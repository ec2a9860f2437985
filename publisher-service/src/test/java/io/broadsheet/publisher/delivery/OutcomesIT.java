package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What each outcome leaves in the database. */
class OutcomesIT extends PressTestBase {

  private final ScriptedChannel channel = new ScriptedChannel();
  private final OpenTarget telegram = target("telegram-ru", channel, policy());

  @Test
  void postedStampsThePostOnceInTheSameStatement() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);

    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(stamp(post)).isEqualTo(delivery("posted_at", post, telegram));
    assertThat(attempts(post)).containsExactly("call 1 posted");

    database.execute(
        """
        insert into publisher.delivery (post_id, target, generation, event_id, channel, language, payload, created_at)
        select post_id, target, 2, gen_random_uuid(), channel, language, payload, created_at
        from publisher.delivery
        """);
    String before = stamp(post);
    deliver(steps, telegram, claim(steps, telegram).get(0));
    assertThat(stamp(post)).isEqualTo(before);
  }

  @Test
  void aCompletionWhoseAnswerWasLostIsRecognised() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    Claim claim = claim(steps, telegram).get(0);
    Complete complete = new Complete(first);
    Transition.Posted posted = new Transition.Posted("7", "");
    Answer answer = Answer.of(new Outcome.Posted("7", ""), Duration.ZERO);

    assertThat(complete.complete(telegram.target().channel(), claim, posted, answer)).isTrue();
    String stamp = stamp(post);
    assertThat(complete.complete(telegram.target().channel(), claim, posted, answer)).isFalse();
    assertThat(new LookAgain(first).lookAgain(claim.token())).isEqualTo(Recorded.BEFORE);
    assertThat(stamp(post)).isEqualTo(stamp);
  }

  @Test
  @Case("D4")
  void aRefusedConnectionIsRetriedAndCostsAnAttempt() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer = (rendered, call) -> new Outcome.NotSent("connect", "connection refused");

    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    assertThat(delivery("attempt", post, telegram)).isEqualTo("1");
    assertThat(delivery("uncertain_since", post, telegram)).isNull();
    assertThat(
            delivery("next_attempt_at > (select ended_at from publisher.attempt)", post, telegram))
        .isEqualTo("true");
    assertThat(attempts(post)).containsExactly("call 1 not_sent");
  }

  @Test
  @Case("D5")
  void aThrottledTargetIsLeftAloneByEveryReplica() {
    DeliverySteps one = steps(first, "one", telegram);
    DeliverySteps other = steps(second, "other", telegram);
    UUID refused = post();
    due(refused, telegram);
    UUID waiting = post();
    due(waiting, telegram);
    channel.answer =
        (rendered, call) ->
            new Outcome.Throttled(Duration.ofSeconds(35), "429", "Too Many Requests");

    Claim claim = claim(one, telegram).get(0);
    deliver(one, telegram, claim);

    assertThat(claim(one, telegram)).isEmpty();
    assertThat(claim(other, telegram)).isEmpty();
    assertThat(delivery("attempt", claim.postId(), telegram)).isEqualTo("0");
    assertThat(
            database.query(
                """
                select t.next_allowed_at >= a.ended_at + interval '35 s'
                from publisher.target_state t, publisher.attempt a
                """))
        .containsExactly("t");
    database.execute(
        "update publisher.target_state set next_allowed_at = next_allowed_at - interval '15 s'");
    assertThat(claim(other, telegram)).isEmpty();
    database.execute(
        "update publisher.target_state set next_allowed_at = next_allowed_at - interval '20 s'");
    assertThat(claim(other, telegram)).hasSize(1);
  }

  @Test
  void aRefusalForConfigurationPausesTheTargetAndCostsNothing() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer =
        (rendered, call) ->
            new Outcome.Rejected(Outcome.Rejected.Cause.CONFIGURATION, "403", "the bot was kicked");

    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    assertThat(delivery("attempt", post, telegram)).isEqualTo("0");
    assertThat(
            database.query(
                "select pause_reason from publisher.target_state where paused_until = 'infinity'"))
        .singleElement()
        .asString()
        .contains("the bot was kicked");
    assertThat(claim(steps, telegram)).isEmpty();

    steps(first, "restarted", telegram);

    assertThat(claim(steps, telegram)).isEmpty();
  }

  @Test
  void aPauseDoesNotOverwriteAnEarlierOne() {
    DeliverySteps steps = steps(first, "one", telegram);
    due(post(), telegram);
    Claim claim = claim(steps, telegram).get(0);
    database.execute(
        "update publisher.target_state set paused_until = 'infinity', pause_reason = 'holiday'");
    channel.answer =
        (rendered, call) ->
            new Outcome.Rejected(Outcome.Rejected.Cause.CONFIGURATION, "403", "kicked");

    deliver(steps, telegram, claim);

    assertThat(database.query("select pause_reason from publisher.target_state"))
        .containsExactly("holiday");
  }

  @Test
  void anUnknownOutcomeIsProbedAndFound() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer = (rendered, call) -> new Outcome.Unknown("timeout", "read timeout");

    deliver(steps, telegram, claim(steps, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    dueNow(post);
    channel.sighting = new Sighting.Found("42", "https://t.me/x/42");
    Claim probe = claim(steps, telegram).get(0);
    assertThat(probe.kind()).isEqualTo(Claim.Kind.PROBE);
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    deliver(steps, telegram, probe);

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(delivery("external_id", post, telegram)).isEqualTo("42");
    assertThat(channel.sent).hasSize(1);
    assertThat(attempts(post)).containsExactly("call 1 unknown", "probe 1 found");
  }

  @Test
  void absentIsCertainOnlyAfterProbeSettle() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer = (rendered, call) -> new Outcome.Unknown("timeout", "read timeout");
    channel.sighting = new Sighting.Absent("not among the last 20");
    deliver(steps, telegram, claim(steps, telegram).get(0));

    dueNow(post);
    deliver(steps, telegram, claim(steps, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");

    database.execute(
        "update publisher.delivery set last_call_deadline = last_call_deadline - interval '30 s'");
    dueNow(post);
    deliver(steps, telegram, claim(steps, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    assertThat(delivery("uncertain_since", post, telegram)).isNull();
  }

  @Test
  @Case("D23")
  void whereTheApiHasAKeyAnUnknownOutcomeIsCalledAgainWithTheSameKeyAtTheDeadline() {
    channel.keyWindow = Duration.ofHours(1);
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer = (rendered, call) -> new Outcome.Unknown("timeout", "read timeout");
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(claim(steps, telegram)).as("the first call may still be at work").isEmpty();
    assertThat(delivery("next_attempt_at = last_call_deadline", post, telegram)).isEqualTo("true");
    dueNow(post);
    Claim again = claim(steps, telegram).get(0);
    assertThat(again.kind()).isEqualTo(Claim.Kind.CALL);
    deliver(steps, telegram, again);
    assertThat(channel.sent).extracting(ScriptedChannel.Sent::key).hasSize(2);
    assertThat(channel.sent.get(1).key()).isEqualTo(channel.sent.get(0).key());

    database.execute(
        "update publisher.delivery set uncertain_since = uncertain_since - interval '1 h'");
    dueNow(post);
    assertThat(claim(steps, telegram).get(0).kind()).isEqualTo(Claim.Kind.PROBE);
  }

  @Test
  void whereTheKeyHoldsFromTheFirstMomentTheCallIsRepeatedAtOnce() {
    channel.keyWindow = Duration.ofHours(1);
    channel.repeatsAtOnce = true;
    DeliverySteps steps = steps(first, "one", telegram);
    due(post(), telegram);
    channel.answer = (rendered, call) -> new Outcome.Unknown("reset", "the connection was reset");
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(claim(steps, telegram).get(0).kind()).isEqualTo(Claim.Kind.CALL);
  }

  @Test
  void aRepetitionThatNeverLeftDoesNotProveTheFirstCallAway() {
    channel.keyWindow = Duration.ofHours(1);
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer = (rendered, call) -> new Outcome.Unknown("timeout", "read timeout");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    channel.answer = (rendered, call) -> new Outcome.NotSent("connect", "refused");
    dueNow(post);

    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
  }

  @Test
  void whatWasSentFirstIsSentAgain() {
    OpenTarget telegraph = target("telegraph-ru", channel, policy());
    OpenTarget linked =
        target("telegram-ru", channel, after("telegraph-ru", Duration.ofMinutes(1)));
    DeliverySteps steps = steps(first, "one", telegraph, linked);
    UUID post = post();
    due(post, linked, Duration.ofMinutes(2));
    channel.answer = (rendered, call) -> new Outcome.NotSent("connect", "refused");
    deliver(steps, linked, claim(steps, linked).get(0));
    channel.answer = (rendered, call) -> new Outcome.Posted("1", "https://telegra.ph/late");
    due(post, telegraph);
    deliver(steps, telegraph, claim(steps, telegraph).get(0));
    dueNow(post);

    deliver(steps, linked, claim(steps, linked).get(0));

    assertThat(channel.sent.get(2).json()).isEqualTo(channel.sent.get(0).json());
  }

  @Test
  void aProbeIsToldWhatBelongsToOthers() {
    DeliverySteps steps = steps(first, "one", telegram);
    due(post(), telegram);
    deliver(steps, telegram, claim(steps, telegram).get(0));
    String other = database.query("select external_id from publisher.delivery").get(0);
    UUID post = post();
    due(post, telegram);
    channel.answer = (rendered, call) -> new Outcome.Unknown("timeout", "read timeout");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    dueNow(post);

    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(channel.probes.get(0).othersIds()).containsExactly(other);
    assertThat(channel.probes.get(0).siblingIds()).isEmpty();
    assertThat(channel.probes.get(0).key()).isEqualTo(channel.sent.get(1).key());
  }

  @Test
  @Case("D5")
  void aProbeThatBreaksOffBecauseTheApiAskedToWaitCostsNothing() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer = (rendered, call) -> new Outcome.Unknown("timeout", "read timeout");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    dueNow(post);
    channel.whileProbing = () -> steps.deliverClaim().hold(telegram).begin(Duration.ofMinutes(10));

    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(channel.probes.get(0).call().mayStillWrite()).isFalse();
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    assertThat(delivery("probes", post, telegram)).isEqualTo("0");
    assertThat(delivery("next_attempt_at > clock_timestamp() + interval '9 min'", post, telegram))
        .isEqualTo("true");
    assertThat(attempts(post)).containsExactly("call 1 unknown", "probe 1 released");
  }

  private static void dueNow(UUID post) {
    database.execute(
        "update publisher.delivery set next_attempt_at = clock_timestamp() where post_id = ?",
        post);
  }

  private static String stamp(UUID post) {
    return database
        .query("select telegram_posted_at::text from generator.blog_posts where id = ?", post)
        .get(0);
  }

  private static List<String> attempts(UUID post) {
    return database.query(
        """
        select concat_ws(' ', kind, number, outcome) from publisher.attempt
        where post_id = ? and ended_at is not null order by started_at
        """,
        post);
  }
}
