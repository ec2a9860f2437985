package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import io.broadsheet.publisher.channel.Verification;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What verifying a target begins and ends. */
class VerificationIT extends PressTestBase {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ScriptedChannel telegramApi = new ScriptedChannel();
  private final ScriptedChannel vkApi = new ScriptedChannel();
  private final OpenTarget telegram = target("telegram-ru", telegramApi, policy());
  private final OpenTarget vk = target("vk-ru", vkApi, policy());
  private final DueSignals signals = new DueSignals();
  private Dispatcher dispatcher;
  private DeliverySteps steps;

  private void start() {
    steps = steps(first, signals, "one", telegram, vk);
    dispatcher =
        new Dispatcher(
            List.of(telegram, vk), steps, signals, new Random(1), Duration.ofSeconds(30));
    dispatcher.start();
  }

  @AfterEach
  void stop() {
    if (dispatcher != null) {
      dispatcher.stop(Duration.ofSeconds(5));
    }
  }

  private static String pause(OpenTarget target) {
    return database
        .query(
            "select coalesce(pause_cause || ': ' || pause_reason, 'open')"
                + " from publisher.target_state where target = ?",
            target.name())
        .get(0);
  }

  private static void awaitState(UUID post, OpenTarget target, String state) {
    await().atMost(PATIENCE).until(() -> state.equals(delivery("state", post, target)));
  }

  // It ends before the first post goes out.
  private void awaitOwnVerification() {
    UUID first = post();
    due(first, telegram);
    signals.raise("telegram-ru");
    awaitState(first, telegram, "posted");
  }

  @Test
  @Case("D9")
  void aTargetThatCannotWorkIsPausedBeforeItsFirstPostAndStopsNoOther() {
    telegramApi.verification = new Verification.Failed("401: check token");
    UUID post = post();
    due(post, telegram);
    due(post, vk);

    start();

    awaitState(post, vk, "posted");
    await().atMost(PATIENCE).until(() -> pause(telegram).equals("configuration: 401: check token"));
    assertThat(telegramApi.sent).isEmpty();
    assertThat(delivery("state", post, telegram)).isEqualTo("pending");
  }

  @Test
  @Case("D22")
  void aVerificationThatPassesEndsThePauseAndWhatWaitsGoesOut() {
    telegramApi.verification = new Verification.Failed("401: check token");
    UUID post = post();
    due(post, telegram);
    start();
    await().atMost(PATIENCE).until(() -> pause(telegram).startsWith("configuration"));
    stop();

    telegramApi.verification = new Verification.Passed("the token is mended");
    start();

    awaitState(post, telegram, "posted");
    assertThat(pause(telegram)).isEqualTo("open");
    assertThat(telegramApi.sent).hasSize(1);
  }

  @Test
  @Case("D22")
  void aRefusedCallsPauseEndsWhenAPersonVerifies() throws InterruptedException {
    telegramApi.answer = (form, call) -> new Outcome.Rejected(Cause.CONFIGURATION, "403", "kicked");
    UUID post = post();
    due(post, telegram);
    start();
    await().atMost(PATIENCE).until(() -> pause(telegram).equals("configuration: kicked"));
    await().atMost(PATIENCE).until(() -> steps.verifications().waiting() == 1);
    telegramApi.answer = (form, call) -> new Outcome.Posted("8", "https://x/8");

    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);

    awaitState(post, telegram, "posted");
    assertThat(telegramApi.sent).hasSize(2);
  }

  @Test
  @Case("V2")
  void aPauseForAPersonEndsOnlyWhenAPersonAsks() throws InterruptedException {
    vkApi.answer = (form, call) -> new Outcome.Rejected(Cause.PERSON, "14", "captcha");
    UUID post = post();
    due(post, vk);
    start();
    await().atMost(PATIENCE).until(() -> pause(vk).equals("person: captcha"));

    steps.verifications().verify(vk, VerifyTarget.Asker.SERVICE);
    assertThat(pause(vk)).isEqualTo("person: captcha");

    vkApi.answer = (form, call) -> new Outcome.Posted("8", "https://x/8");
    steps.verifications().verify(vk, VerifyTarget.Asker.PERSON);
    awaitState(post, vk, "posted");
  }

  @Test
  void anUnclearAnswerChangesNothing() throws InterruptedException {
    start();
    telegramApi.verification = new Verification.Unclear("timeout");

    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);

    assertThat(pause(telegram)).isEqualTo("open");
    UUID post = post();
    due(post, telegram);
    signals.raise("telegram-ru");
    awaitState(post, telegram, "posted");
  }

  @Test
  @Case("D5")
  void anApiThatAsksToWaitGetsNoPostBeforeEither() throws InterruptedException {
    start();
    awaitOwnVerification();
    telegramApi.verification = new Verification.Throttled(Duration.ofSeconds(2), "slow down");
    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);
    long refused = System.nanoTime();

    UUID post = post();
    due(post, telegram);
    signals.raise("telegram-ru");
    awaitState(post, telegram, "posted");

    assertThat(Duration.ofNanos(System.nanoTime() - refused))
        .isGreaterThan(Duration.ofMillis(1_900));
    assertThat(pause(telegram)).isEqualTo("open");
  }

  @Test
  @Case("D5")
  void aVerificationsRefusalHoldsTheCallsOfItsProcessToo() throws InterruptedException {
    steps = steps(first, signals, "one", telegram);
    UUID post = post();
    due(post, telegram);
    Claim claimed = claim(steps, telegram).get(0);
    telegramApi.verification = new Verification.Throttled(Duration.ofHours(1), "slow down");

    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);
    deliver(steps, telegram, claimed);

    assertThat(telegramApi.sent).isEmpty();
    assertThat(delivery("state || ' ' || attempt", post, telegram)).isEqualTo("retry 0");
  }

  @Test
  @Case("D5")
  void aVerificationAsksWhetherACallOfItsProcessWasRefused() throws InterruptedException {
    steps = steps(first, signals, "one", telegram);
    due(post(), telegram);
    telegramApi.answer = (form, call) -> new Outcome.Throttled(Duration.ofHours(1), "429", "wait");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    // As if the database did not know of it yet.
    database.execute("update publisher.target_state set next_allowed_at = null");

    assertThat(steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON))
        .isInstanceOf(Verification.Unclear.class);

    assertThat(telegramApi.verifications).isEmpty();
  }

  @Test
  void howeverOftenItFailsOneTimeIsAhead() throws InterruptedException {
    telegramApi.verification = new Verification.Failed("401");
    start();
    await().atMost(PATIENCE).until(() -> pause(telegram).equals("configuration: 401"));
    for (int i = 0; i < 3; i++) {
      steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);
    }
    assertThat(steps.verifications().waiting()).isEqualTo(1);

    telegramApi.verification = new Verification.Passed("well");
    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);
    assertThat(steps.verifications().waiting()).isZero();
  }

  @Test
  void aPassEndsTheWaitAndNotTheBackOff() throws InterruptedException {
    start();
    await().atMost(PATIENCE).until(() -> !telegramApi.verifications.isEmpty());
    for (int i = 0; i < 4; i++) {
      telegramApi.verification = new Verification.Failed("401");
      steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);
      telegramApi.verification = new Verification.Passed("well");
      steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);
      assertThat(steps.verifications().dueInMs(telegram)).isEmpty();
    }

    // As after a call that the API refused although it had said that all is well.
    steps.verifications().later(telegram);
    steps.verifications().later(telegram);

    assertThat(steps.verifications().dueInMs(telegram).orElseThrow())
        .isGreaterThan(Duration.ofMinutes(6).toMillis());
    steps.verifications().worked(telegram);
    assertThat(steps.verifications().waiting()).isZero();
    steps.verifications().later(telegram);
    assertThat(steps.verifications().dueInMs(telegram).orElseThrow())
        .isLessThanOrEqualTo(Duration.ofMinutes(1).toMillis());
  }

  @Test
  void anApiThatAskedToWaitIsNotAskedAnything() throws InterruptedException {
    start();
    await().atMost(PATIENCE).until(() -> !telegramApi.verifications.isEmpty());
    int asked = telegramApi.verifications.size();
    database.execute(
        "update publisher.target_state set next_allowed_at = clock_timestamp() + interval '1 hour'");

    assertThat(steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON))
        .isInstanceOf(Verification.Unclear.class);

    assertThat(telegramApi.verifications).hasSize(asked);
  }

  @Test
  void whoeverPausedATargetAnyReplicaFindsItAgain() {
    steps = steps(first, signals, "one", telegram, vk);
    database.execute(
        "update publisher.target_state set paused_until = 'infinity', pause_cause ="
            + " case target when 'telegram-ru' then 'configuration' else 'person' end");

    assertThat(steps.pausedTargets().pausedTargets(List.of(telegram, vk)))
        .containsExactly(telegram);
    assertThat(steps.pausedTargets().pausedTargets(List.of(vk))).isEmpty();
  }

  @Test
  void aFailureDoesNotOverwriteAPersonsPause() throws InterruptedException {
    start();
    database.execute(
        "update publisher.target_state set paused_until = 'infinity', pause_reason = 'holiday'");
    telegramApi.verification = new Verification.Failed("401");

    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);

    assertThat(
            database.query(
                "select pause_reason from publisher.target_state where target = 'telegram-ru'"))
        .containsExactly("holiday");
    telegramApi.verification = new Verification.Passed("well");
    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);
    assertThat(
            database.query(
                "select pause_reason from publisher.target_state where target = 'telegram-ru'"))
        .containsExactly("holiday");
  }
}
