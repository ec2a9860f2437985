package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import io.broadsheet.publisher.command.CommandScene;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What commands do to deliveries, each once, and which of two counts. */
class CommandsIT extends CommandTestBase {

  @Test
  void aParkedPostIsRetriedWhateverItsAgeWithAllItsAttempts() {
    UUID post = post();
    due(post, telegram, Duration.ofDays(5));
    assertThat(steps.parkOverdue().parkOverdue(List.of(telegram))).isEqualTo(1);
    database.execute("update publisher.delivery set attempt = 12");

    assertThat(commands.order(1, NAME, retry(post, false))).isEqualTo("applied");
    assertThat(steps.parkOverdue().parkOverdue(List.of(telegram))).isZero();
    assertThat(steps.lookAhead().lookAhead(List.of(telegram)).dueNow()).containsExactly(NAME);
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(delivery("state || ' ' || attempt", post, telegram)).isEqualTo("posted 1");
  }

  @Test
  void anUncertainPostIsRetriedOnlyByForce() {
    UUID post = uncertainPost();

    assertThat(commands.order(1, NAME, retry(post, false))).isEqualTo("refused");
    assertThat(commands.order(2, NAME, skip(post, false))).isEqualTo("refused");
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    assertThat(commands.order(3, NAME, retry(post, true))).isEqualTo("applied");

    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    assertThat(claim(steps, telegram).get(0).kind()).isEqualTo(Claim.Kind.CALL);
  }

  @Test
  void whatALateHolderPostedCountsAsPossiblyThere() {
    UUID post = duePost();
    claim(steps, telegram);
    database.execute(
        "update publisher.attempt set outcome = 'posted', external_id = '5', external_url = 'u'");
    database.execute(
        "update publisher.delivery set state = 'parked', lease_until = null, uncertain_since = null");

    assertThat(commands.order(1, NAME, retry(post, false))).isEqualTo("refused");
    assertThat(commands.order(2, NAME, retry(post, true))).isEqualTo("applied");
    api.sent.clear();
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(delivery("state || ' ' || external_id", post, telegram)).isEqualTo("posted 5");
    assertThat(api.sent).isEmpty();
  }

  @Test
  void aLateResendReversesNothingOfItsDeliveryAndOnlyOfThat() {
    UUID post = duePost();
    UUID other = duePost();
    assertThat(commands.order(7, NAME, retry(post, false))).isEqualTo("refused");
    api.answer = (form, call) -> new Outcome.Rejected(Cause.CONTENT, "400", "no");
    claim(steps, telegram).forEach(claim -> deliver(steps, telegram, claim));
    claim(steps, telegram).forEach(claim -> deliver(steps, telegram, claim));
    assertThat(commands.order(8, NAME, retry(post, false))).isEqualTo("applied");

    assertThat(commands.order(5, NAME, skip(post, false)))
        .as("ordered before the retry")
        .isEqualTo("superseded");
    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    assertThat(commands.order(6, NAME, retry(other, false)))
        .as("the other post's retry was lost and comes late")
        .isEqualTo("applied");
  }

  @Test
  void aRefusedCommandSupersedesNothing() {
    UUID post = duePost();
    assertThat(commands.order(9, NAME, retry(post, false))).isEqualTo("refused");
    assertThat(commands.order(5, NAME, skip(post, false))).isEqualTo("applied");
  }

  @Test
  void anOlderGenerationStaysAsItIs() {
    UUID post = duePost();
    database.execute("update publisher.delivery set state = 'parked'");
    database.execute(
        """
        insert into publisher.delivery
          (post_id, target, generation, event_id, channel, language, payload, created_at)
        select post_id, target, 2, gen_random_uuid(), channel, language, payload, created_at
        from publisher.delivery
        """);

    assertThat(commands.order(1, NAME, retry(post, false))).isEqualTo("refused");
    assertThat(delivery("state", post, telegram)).isEqualTo("parked");
  }

  @Test
  void ofADeliveryThatIsNotThereNothingIsDone() {
    UUID command = commands.receive(1, NAME, skip(UUID.randomUUID(), false));
    commands.settle();

    assertThat(commands.result(command)).isEqualTo("refused");
    assertThat(commands.reason(command)).contains("no such delivery");
  }

  @Test
  void theSameCommandTenTimesActsOnceFromTwoReplicasAtOnce() throws Exception {
    UUID post = duePost();
    api.answer = (form, call) -> new Outcome.Rejected(Cause.CONTENT, "400", "no");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    CommandScene other = new CommandScene(database, second, new DueSignals());
    CommandEvent event =
        new CommandEvent(
            1, UUID.randomUUID(), NAME, "anna", null, OffsetDateTime.now(), retry(post, false));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int i = 0; i < 10; i++) {
        commands.receive(1, event);
        other.receive(1, event);
        Future<?> one = threads.submit(commands::settle);
        Future<?> two = threads.submit(other::settle);
        one.get();
        two.get();
        if (i == 0) {
          deliver(steps, telegram, claim(steps, telegram).get(0));
        }
        assertThat(delivery("state", post, telegram)).isEqualTo("parked");
      }
    } finally {
      threads.shutdown();
    }
    assertThat(commands.results()).containsExactly("retry applied");
    assertThat(api.sent).hasSize(2);
  }

  @Test
  void aSkippedCompanionFreesThePostsThatWaitForItAtOnce() {
    ScriptedChannel pages = new ScriptedChannel();
    pages.answer = (form, call) -> new Outcome.NotSent("connect", "refused");
    OpenTarget telegraph = target("telegraph-ru", pages, policy());
    OpenTarget waiting = target(NAME, api, after("telegraph-ru", DAY));
    DueSignals signals = new DueSignals();
    DeliverySteps both = steps(first, signals, "one", telegraph, waiting);
    CommandScene scene = new CommandScene(database, first, signals);
    // The slow poll is never reached: what goes out was woken.
    Dispatcher dispatcher =
        new Dispatcher(List.of(telegraph, waiting), both, signals, new Random(1), DAY);
    UUID post = post();
    due(post, telegraph);
    due(post, waiting);
    dispatcher.start();
    try {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> "retry".equals(delivery("state", post, telegraph)));
      assertThat(delivery("state", post, waiting)).isEqualTo("pending");
      scene.receive(1, "telegraph-ru", skip(post, false));

      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                scene.settle();
                return "posted".equals(delivery("state", post, waiting));
              });
    } finally {
      dispatcher.stop(Duration.ofSeconds(5));
    }
    assertThat(delivery("state", post, telegraph)).isEqualTo("skipped");
    assertThat(api.sent.get(0).json()).contains("https://example.org/ru/slug");
  }

  @Test
  @Case("both-generations-by-a-replay")
  void anOrderOfAnEarlierGenerationThatIsReadAgainIsRefusedAfterARepublish() {
    UUID post = duePost();
    database.execute("update publisher.delivery set state = 'parked'");
    commands.order(2, NAME, new Command.Republish(post, 2));

    UUID late = commands.receive(1, NAME, retry(post, false));
    commands.settle();

    assertThat(commands.result(late)).isEqualTo("refused");
    assertThat(commands.reason(late)).contains("later generation");
    assertThat(delivery("state", post, telegram)).isEqualTo("parked");
  }

  @Test
  void publishAndRepublishAreDoneWithTheirPostsOwnRow() {
    UUID post = post();
    assertThat(commands.order(1, NAME, new Command.Publish(post, 1))).isEqualTo("applied");
    assertThat(commands.order(2, NAME, new Command.Republish(post, 2))).isEqualTo("applied");
  }
}
