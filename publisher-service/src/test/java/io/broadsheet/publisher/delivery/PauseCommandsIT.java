package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.publisher.channel.Verification;
import io.broadsheet.publisher.command.CommandScene;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What pauses and resumes a target, and what does not. */
class PauseCommandsIT extends PressTestBase {

  private static final String NAME = "telegram-ru";
  private static final Command.Pause PAUSE = new Command.Pause(null);
  private static final Command.Resume RESUME = new Command.Resume();

  private final ScriptedChannel api = new ScriptedChannel();
  private final OpenTarget telegram = target(NAME, api, policy());
  private final DueSignals signals = new DueSignals();
  private DeliverySteps steps;
  private CommandScene commands;
  private UUID post;

  @BeforeEach
  void open() {
    database.execute("truncate publisher.command");
    steps = steps(first, signals, "one", telegram);
    commands = new CommandScene(database, first, signals);
    post = post();
    due(post, telegram);
  }

  private boolean isOpen() {
    List<Claim> claims = claim(steps, telegram);
    claims.forEach(
        claim -> steps.releaseClaims().release(List.of(claim.token()), Duration.ZERO, "a look"));
    return !claims.isEmpty();
  }

  @Test
  void aPauseHoldsTheCallsBackUntilAResume() {
    assertThat(commands.order(1, NAME, PAUSE)).isEqualTo("applied");
    assertThat(isOpen()).isFalse();
    assertThat(
            database.query(
                "select operator_pause_by || ': ' || operator_pause_reason from publisher.target_state"))
        .containsExactly("anna: because");

    // As a restart does.
    steps = steps(first, signals, "two", telegram);
    assertThat(isOpen()).isFalse();

    assertThat(commands.order(2, NAME, RESUME)).isEqualTo("applied");
    assertThat(isOpen()).isTrue();
  }

  @Test
  @Case("C1")
  void aPauseThatComesAfterTheLaterResumeIsSuperseded() {
    assertThat(commands.order(2, NAME, RESUME)).isEqualTo("applied");

    UUID late = commands.receive(1, NAME, PAUSE);
    commands.settle();

    assertThat(commands.result(late)).isEqualTo("superseded");
    assertThat(commands.reason(late)).contains("later");
    assertThat(isOpen()).isTrue();
  }

  @Test
  void aDeliverysCommandSupersedesNoPause() {
    assertThat(commands.order(9, NAME, new Command.Skip(post, 1, false))).isEqualTo("applied");
    assertThat(commands.order(1, NAME, PAUSE)).isEqualTo("applied");
  }

  @Test
  void aPauseWithATimeEndsByItself() {
    OffsetDateTime soon =
        OffsetDateTime.parse(
            database
                .query("select to_json(clock_timestamp() + interval '5 seconds') #>> '{}'")
                .get(0));
    assertThat(commands.order(1, NAME, new Command.Pause(soon))).isEqualTo("applied");
    assertThat(isOpen()).isFalse();
    // The slow poll is never reached: the watch knows when the pause ends.
    Dispatcher dispatcher = new Dispatcher(List.of(telegram), steps, signals, new Random(1), DAY);
    dispatcher.start();
    try {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> "posted".equals(delivery("state", post, telegram)));
    } finally {
      dispatcher.stop(Duration.ofSeconds(5));
    }
    assertThat(delivery("posted_at >= '%s'".formatted(soon), post, telegram)).isEqualTo("true");
  }

  @Test
  void aPauseWhoseTimeHadPassedWhenItCameEndsNoOtherPause() {
    assertThat(commands.order(1, NAME, PAUSE)).isEqualTo("applied");
    OffsetDateTime past = OffsetDateTime.parse("2026-01-01T00:00:00Z");

    UUID late = commands.receive(2, NAME, new Command.Pause(past));
    commands.settle();

    assertThat(commands.result(late)).isEqualTo("refused");
    assertThat(commands.reason(late)).contains("its time had passed when it came");
    assertThatThrownBy(() -> commands.orderDirectly(NAME, new Command.Pause(past)))
        .hasMessageContaining("has passed");
    assertThat(isOpen()).isFalse();
  }

  @Test
  void aPassingVerificationEndsNoOperatorsPause() throws InterruptedException {
    commands.order(1, NAME, PAUSE);

    steps.verifications().verify(telegram, VerifyTarget.Asker.PERSON);

    assertThat(isOpen()).isFalse();
  }

  @Test
  void aConfigurationsPauseOutlastsAnOperatorsThatEndsByItself() throws InterruptedException {
    api.verification = new Verification.Failed("401");
    steps.verifications().verify(telegram, VerifyTarget.Asker.SERVICE);
    commands.order(1, NAME, PAUSE);
    database.execute(
        "update publisher.target_state set operator_pause_until = clock_timestamp() - interval '1 ms'");

    assertThat(isOpen()).isFalse();
    assertThat(steps.pausedTargets().pausedTargets(List.of(telegram))).containsExactly(telegram);
    api.verification = new Verification.Passed("well");
    steps.verifications().verify(telegram, VerifyTarget.Asker.SERVICE);
    assertThat(isOpen()).isTrue();
  }

  @Test
  void aResumeEndsAConfigurationsPauseTooAndSaysWhatThatCosts() throws InterruptedException {
    api.verification = new Verification.Failed("401");
    steps.verifications().verify(telegram, VerifyTarget.Asker.SERVICE);
    assertThat(isOpen()).isFalse();

    UUID resume = commands.receive(1, NAME, RESUME);
    commands.settle();

    assertThat(commands.reason(resume)).contains("next call is refused");
    assertThat(isOpen()).isTrue();
  }

  @Test
  void anUnknownTargetIsRefused() {
    assertThat(commands.order(1, "vk-en", PAUSE)).isEqualTo("refused");
    assertThat(commands.orderDirectly("vk-en", PAUSE)).isEqualTo("refused");
  }

  @Test
  void aDirectOrderCountsAgainstWhatWasOrderedBeforeItAndArrivesAfter() {
    OffsetDateTime before = OffsetDateTime.parse("2026-01-01T00:00:00Z");
    CommandEvent earlier =
        new CommandEvent(1, UUID.randomUUID(), NAME, "boris", "all is well", before, RESUME);

    assertThat(commands.orderDirectly(NAME, PAUSE)).isEqualTo("applied");
    assertThat(isOpen()).isFalse();
    commands.receive(41, earlier);
    commands.settle();

    assertThat(commands.result(earlier.id())).isEqualTo("superseded");
    assertThat(isOpen()).isFalse();
    assertThat(commands.order(42, NAME, RESUME)).isEqualTo("applied");
    assertThat(isOpen()).isTrue();
    assertThat(
            database.query(
                "select kind || ' ' || operator || ' ' || result from publisher.command where seq is null"))
        .containsExactly("pause anna applied");
  }

  @Test
  void aDirectOrderThatIsStoredLateReversesNoLaterOneOfTheApi() {
    CommandEvent late =
        new CommandEvent(
            1,
            UUID.randomUUID(),
            NAME,
            "boris",
            "it looks ill",
            OffsetDateTime.parse("2026-01-01T00:00:00Z"),
            PAUSE);
    assertThat(commands.order(41, NAME, RESUME)).isEqualTo("applied");

    commands.receiveDirectly(late);
    commands.settle();

    assertThat(commands.result(late.id())).isEqualTo("superseded");
    assertThat(isOpen()).isTrue();
    assertThat(commands.orderDirectly(NAME, PAUSE)).isEqualTo("applied");
    assertThat(isOpen()).isFalse();
  }

  @Test
  void aDirectOrderThatIsStoredLateIsAppliedIfNoLaterOneWas() {
    OffsetDateTime past = OffsetDateTime.parse("2026-01-01T00:00:00Z");
    CommandEvent late =
        new CommandEvent(1, UUID.randomUUID(), NAME, "boris", "it looks ill", past, PAUSE);
    // Refused, of a delivery, and of another target.
    assertThat(commands.order(41, NAME, new Command.Pause(past))).isEqualTo("refused");
    assertThat(commands.order(42, NAME, new Command.Skip(post, 1, false))).isEqualTo("applied");
    steps(first, signals, "one", target("telegram-en", api, policy()));
    assertThat(commands.order(43, "telegram-en", RESUME)).isEqualTo("applied");

    commands.receiveDirectly(late);
    commands.settle();

    assertThat(commands.result(late.id())).isEqualTo("applied");
  }

  @Test
  void aPausedTargetHoldsCallsBackAndNotTheInbox() {
    commands.order(1, NAME, PAUSE);
    UUID another = post();
    due(another, telegram);

    assertThat(delivery("state", another, telegram)).isEqualTo("pending");
    assertThat(commands.order(2, NAME, new Command.Skip(another, 1, false))).isEqualTo("applied");
  }
}
