package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.command.CommandScene;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What commands do to deliveries, with real claims beside them. */
class CommandsIT extends PressTestBase {

  private static final String NAME = "telegram-ru";

  private final ScriptedChannel api = new ScriptedChannel();
  private final OpenTarget telegram = target(NAME, api, policy());
  private DeliverySteps steps;
  private CommandScene commands;

  @BeforeEach
  void open() {
    database.execute("truncate publisher.command");
    steps = steps(first, "one", telegram);
    commands = new CommandScene(database, first, new DueSignals());
  }

  private UUID duePost() {
    UUID post = post();
    due(post, telegram);
    return post;
  }

  private UUID uncertainPost() {
    UUID post = duePost();
    api.answer = (form, call) -> new Outcome.Unknown("timeout", "no answer");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    database.execute("update publisher.delivery set next_attempt_at = clock_timestamp()");
    return post;
  }

  private static Command.Retry retry(UUID post, boolean force) {
    return new Command.Retry(post, 1, force);
  }

  private static Command.Skip skip(UUID post, boolean force) {
    return new Command.Skip(post, 1, force);
  }

  private static Command.ConfirmPosted confirm(UUID post) {
    return new Command.ConfirmPosted(post, 1, "77", "https://t.me/x/77");
  }

  @Test
  @Case("C2")
  void aSkipDuringTheCallWaitsForItsEndAndIsRefusedIfItWasPosted() {
    UUID post = duePost();
    Claim claim = claim(steps, telegram).get(0);
    UUID command = commands.receive(1, NAME, skip(post, false));

    assertThat(commands.settle()).isTrue();
    assertThat(commands.result(command)).isEqualTo("accepted");
    assertThat(commands.reason(command)).contains("under way");
    assertThat(delivery("state", post, telegram)).isEqualTo("sending");
    deliver(steps, telegram, claim);

    assertThat(commands.settle()).isFalse();
    assertThat(commands.result(command)).isEqualTo("refused");
    assertThat(commands.reason(command)).contains("posted");
    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
  }

  @Test
  @Case("C2")
  void aSkipDuringTheCallIsAppliedIfNothingWasSentAndComesBeforeTheNextTry() {
    UUID post = duePost();
    api.answer = (form, call) -> new Outcome.NotSent("connect", "refused");
    Claim claim = claim(steps, telegram).get(0);
    UUID command = commands.receive(1, NAME, skip(post, false));
    commands.settle();
    deliver(steps, telegram, claim);
    database.execute("update publisher.delivery set next_attempt_at = clock_timestamp()");

    assertThat(claim(steps, telegram)).as("the command comes first").isEmpty();
    commands.settle();

    assertThat(commands.result(command)).isEqualTo("applied");
    assertThat(delivery("state", post, telegram)).isEqualTo("skipped");
    assertThat(delivery("last_error", post, telegram)).isEqualTo("skipped by anna: because");
    assertThat(claim(steps, telegram)).isEmpty();
  }

  @Test
  void aWaitingCommandHoldsUpNoOther() {
    UUID busy = duePost();
    claim(steps, telegram);
    UUID other = duePost();
    UUID waiting = commands.receive(1, NAME, skip(busy, false));
    UUID behind = commands.receive(2, NAME, new Command.Retry(busy, 1, true));
    UUID free = commands.receive(3, NAME, skip(other, false));

    assertThat(commands.settle()).isTrue();

    assertThat(commands.result(free)).isEqualTo("applied");
    assertThat(commands.result(waiting)).isEqualTo("accepted");
    assertThat(commands.result(behind)).isEqualTo("accepted");
  }

  @Test
  void anyNumberOfWaitingCommandsHoldsUpNoOther() {
    UUID busy = duePost();
    claim(steps, telegram);
    // More than are read at once, and all of one time.
    int many = 1_001;
    OffsetDateTime at = OffsetDateTime.parse("2026-12-01T09:00:00Z");
    for (int i = 1; i <= many; i++) {
      commands.receive(
          i, new CommandEvent(1, UUID.randomUUID(), NAME, "anna", "why", at, skip(busy, false)));
    }
    UUID pause = commands.receive(many + 1, NAME, new Command.Pause(null));

    assertThat(commands.settle()).isTrue();

    assertThat(commands.result(pause)).isEqualTo("applied");
    assertThat(database.query("select id from publisher.command where result is null"))
        .hasSize(many);
  }

  @Test
  void whatWaitsForADeadHoldersLeaseIsDecidedWhenThatHasEnded() {
    UUID post = duePost();
    claim(steps, telegram);
    UUID command = commands.receive(1, NAME, skip(post, false));
    commands.settle();
    endLease(post);
    assertThat(commands.settle()).as("may still be sending").isTrue();

    steps.expireLeases().expireLeases();
    commands.settle();

    assertThat(commands.result(command)).isEqualTo("refused");
    assertThat(commands.reason(command)).contains("confirm-posted");
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
  }

  @Test
  @Case("C3")
  void aConfirmationWhileTheProberLooksIsTheOneTerminalState() {
    UUID post = uncertainPost();
    Claim probe = claim(steps, telegram).get(0);
    assertThat(probe.kind()).isEqualTo(Claim.Kind.PROBE);

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");
    String postedAt = delivery("posted_at", post, telegram);
    api.sighting = new Sighting.Found("78", "https://t.me/x/78");
    deliver(steps, telegram, probe);

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(delivery("external_id", post, telegram)).isEqualTo("77");
    assertThat(delivery("posted_at", post, telegram)).isEqualTo(postedAt);
    assertThat(
            database.query(
                "select telegram_posted_at::text from generator.blog_posts where id = ?", post))
        .containsExactly(postedAt);
  }

  @Test
  @Case("C3")
  void aConfirmationAfterTheProberFoundItChangesNothing() {
    UUID post = uncertainPost();
    api.sighting = new Sighting.Found("78", "https://t.me/x/78");
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("refused");
    assertThat(delivery("external_id", post, telegram)).isEqualTo("78");
  }

  @Test
  void aStampThatStandsIsNeverMoved() {
    UUID post = uncertainPost();
    database.execute(
        "update generator.blog_posts set telegram_posted_at = '2020-01-01' where id = ?", post);

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");

    assertThat(
            database.query(
                "select extract(year from telegram_posted_at) from generator.blog_posts where id = ?",
                post))
        .containsExactly("2020");
  }

  @Test
  void aConfirmedPostInPartsIsKnownByItsFirstAndItsPartsStandInTheLedger() {
    UUID post = duePost();
    api.parts = 2;
    deliver(steps, telegram, claim(steps, telegram).get(0));
    String firstId = "id-" + api.sent.get(0).key();

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");

    assertThat(delivery("external_id", post, telegram)).isEqualTo(firstId);
    assertThat(database.query("select external_id from publisher.part order by part"))
        .containsExactly(firstId, "77");
  }

  @Test
  void aConfirmedMessageOfSeveralIsNotSentAgainAndTheRestGoesOut() {
    api.parts = 3;
    UUID post = uncertainPost();
    database.execute("update publisher.delivery set created_at = created_at - interval '9 days'");
    api.sent.clear();
    api.answer = (form, call) -> new Outcome.Posted("id-" + call.key(), "https://t.me/x/1");

    UUID command = commands.receive(1, NAME, confirm(post));
    commands.settle();

    assertThat(commands.result(command)).isEqualTo("applied");
    assertThat(commands.reason(command))
        .isEqualTo("message 1 of 3 is confirmed; the rest goes out");
    assertThat(delivery("state || ' ' || part || ' ' || attempt", post, telegram))
        .isEqualTo("retry 2 0");
    assertThat(delivery("coalesce(uncertain_since, last_call_deadline)", post, telegram)).isNull();
    assertThat(
            database.query(
                "select count(*) from generator.blog_posts where telegram_posted_at is not null"))
        .containsExactly("0");
    assertThat(steps.parkOverdue().parkOverdue(List.of(telegram))).isZero();
    deliver(steps, telegram, claim(steps, telegram).get(0));
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(api.sent)
        .extracting(sent -> sent.json().replaceAll(".*\"part\":(\\d).*", "$1"))
        .containsExactly("2", "3");
    assertThat(delivery("state || ' ' || external_id", post, telegram)).isEqualTo("posted 77");
    assertThat(claim(steps, telegram)).isEmpty();
  }

  @Test
  void aPostInPartsOfWhichNoneIsUncertainIsConfirmedAsAWhole() {
    api.parts = 3;
    UUID post = duePost();
    api.answer = (form, call) -> new Outcome.NotSent("connect", "refused");
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");

    assertThat(delivery("state || ' ' || external_id", post, telegram)).isEqualTo("posted 77");
  }

  @Test
  void whatWasSkippedStaysUnsentWhenItsFirstMessageIsConfirmed() {
    api.parts = 3;
    UUID post = uncertainPost();
    assertThat(commands.order(1, NAME, skip(post, true))).isEqualTo("applied");

    assertThat(commands.order(2, NAME, confirm(post))).isEqualTo("applied");

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
  }

  @Test
  @Case("C4")
  void anOrderThatCannotBeReadOrDoneHoldsUpNoOther() {
    UUID post = uncertainPost();
    database.execute("update publisher.delivery set channel = 'gone'");
    UUID strange = commands.receive(1, NAME, skip(post, true));
    database.execute(
        "update publisher.command set event = '{\"v\":1,\"command\":{\"kind\":\"tomorrow\"}}'");
    UUID gone = commands.receive(2, NAME, confirm(post));
    UUID pause = commands.receive(3, NAME, new Command.Pause(null));

    assertThat(commands.settle()).isFalse();

    assertThat(commands.result(pause)).isEqualTo("applied");
    assertThat(commands.result(strange)).isEqualTo("refused");
    assertThat(commands.reason(strange)).contains("tomorrow", "order it again");
    assertThat(commands.result(gone)).isEqualTo("refused");
    assertThat(commands.reason(gone)).contains("no channel gone");
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
  }

  @Test
  void anOrderThatFailsWaitsAndHoldsUpNoOther() {
    UUID post = duePost();
    UUID failing = commands.receive(1, NAME, skip(post, false));
    UUID pause = commands.receive(2, NAME, new Command.Pause(null));
    database.execute(
        """
        create function publisher.fail() returns trigger language plpgsql as
          $$ begin raise exception 'as a lock that is not had' using errcode = '55P03'; end $$
        """);
    database.execute(
        "create trigger fail before update on publisher.delivery"
            + " for each row execute function publisher.fail()");
    try {
      assertThat(commands.settle()).isTrue();
    } finally {
      database.execute("drop function publisher.fail() cascade");
    }

    assertThat(commands.result(pause)).isEqualTo("applied");
    assertThat(commands.result(failing)).isEqualTo("accepted");
    assertThat(commands.settle()).isFalse();
    assertThat(commands.result(failing)).isEqualTo("applied");
  }

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
