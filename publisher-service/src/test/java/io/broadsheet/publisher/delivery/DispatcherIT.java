package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Rendered;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The engine as it runs: signals, watch, workers. */
class DispatcherIT extends DispatcherTestBase {

  private final ScriptedChannel telegraphApi = new ScriptedChannel();
  private final ScriptedChannel telegramApi = new ScriptedChannel();

  @Test
  @Case("D7")
  void twoReplicasPostEachDeliveryOnce() {
    OpenTarget telegram = target("telegram-ru", telegramApi, atATime(2));
    DueSignals others = new DueSignals();
    start(first, "one", signals, telegram);
    start(second, "other", others, telegram);
    List<UUID> posts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      UUID post = post();
      posts.add(post);
      due(post, telegram);
      signals.raise("telegram-ru");
      others.raise("telegram-ru");
    }

    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database
                    .query("select count(*) from publisher.delivery where state = 'posted'")
                    .equals(List.of("20")));
    assertThat(telegramApi.sent).hasSize(20);
    assertThat(telegramApi.sent.stream().map(ScriptedChannel.Sent::key)).doesNotHaveDuplicates();
    assertThat(telegramApi.mostInFlight).hasValueLessThanOrEqualTo(2);
  }

  @Test
  @Case("D9")
  void anErrorOfAVerificationDoesNotEndItsTarget() {
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    telegramApi.broken = new StackOverflowError("too deep");
    UUID post = post();
    due(post, telegram);

    start(first, "one", signals, telegram);

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
  }

  @Test
  void anErrorInAnyOfItsThreadsEndsNone() {
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    UUID post = post();
    due(post, telegram);
    FailingDatabase failing = new FailingDatabase(first);

    start(failing, "one", signals, telegram);

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(failing.failed)
        .contains("dispatcher-start", "claim-telegram-ru")
        .doesNotContain("call-telegram-ru");
    await().atMost(PATIENCE).until(() -> failing.worked.contains("due-watch"));
    assertThat(failing.failed).contains("due-watch");
    assertThat(telegramApi.sent).hasSize(1);
  }

  @Test
  void hungCallsToOneTargetTakeNothingFromAnother() {
    OpenTarget hung = target("telegraph-ru", telegraphApi, policy());
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    telegraphApi.answer =
        (rendered, call) -> {
          untilReleased();
          return new Outcome.Unknown("timeout", "hung");
        };
    for (int i = 0; i < 50; i++) {
      due(UUID.randomUUID(), hung);
    }
    UUID post = post();
    due(post, telegram);

    start(first, "one", signals, hung, telegram);

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
    await().atMost(PATIENCE).until(() -> telegraphApi.inFlight.get() == 1);
    assertThat(telegraphApi.sent).hasSize(1);
  }

  @Test
  @Case("D19")
  void telegramGoesOutAsSoonAsTelegraphIsPosted() {
    OpenTarget telegraph = target("telegraph-ru", telegraphApi, policy());
    OpenTarget telegram =
        target("telegram-ru", telegramApi, after("telegraph-ru", Duration.ofMinutes(10)));
    telegraphApi.answer =
        (rendered, call) -> {
          untilReleased();
          return new Outcome.Posted("1", "https://telegra.ph/page");
        };
    start(first, "one", signals, telegraph, telegram);
    UUID post = post();
    due(post, telegram);
    due(post, telegraph);
    signals.raise(List.of("telegram-ru", "telegraph-ru"));
    await().atMost(PATIENCE).until(() -> telegraphApi.inFlight.get() == 1);
    assertThat(telegramApi.sent).isEmpty();

    release.countDown();

    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(telegramApi.sent.get(0).json()).contains("https://telegra.ph/page");
  }

  @Test
  @Case("D19")
  void telegramGoesOutAlsoWhenAnotherReplicaPostedTelegraph() {
    OpenTarget telegraph = target("telegraph-ru", telegraphApi, policy());
    OpenTarget telegram =
        target("telegram-ru", telegramApi, after("telegraph-ru", Duration.ofMinutes(10)));
    DeliverySteps other = steps(second, "other", telegraph, telegram);
    start(first, "one", signals, telegram);
    UUID post = post();
    due(post, telegraph);
    due(post, telegram);
    signals.raise("telegram-ru");
    Claim claim = claim(other, telegraph).get(0);

    deliver(other, telegraph, claim);

    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(telegramApi.sent.get(0).json()).contains("https://example.org/1");
  }

  @Test
  @Case("D12")
  void aDeadReplicasCallIsSettledWithoutAPerson() {
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    DeliverySteps dead = steps(second, "dead", telegram);
    UUID post = post();
    due(post, telegram);
    Claim claim = claim(dead, telegram).get(0);
    new Freeze(second).freeze(claim, Rendered.of(new Form("{}")));
    telegramApi.sighting =
        new io.broadsheet.publisher.channel.Sighting.Found("3", "https://t.me/x/3");
    endLease(post);

    start(first, "one", signals, telegram);

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(telegramApi.sent).isEmpty();
  }

  @Test
  void aRetryIsMadeWhenItIsDue() {
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    refuseTwice();
    start(first, "one", signals, telegram);
    UUID post = post();
    due(post, telegram);
    signals.raise("telegram-ru");

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(delivery("attempt", post, telegram)).isEqualTo("3");
  }

  private void refuseTwice() {
    telegramApi.answer =
        (rendered, call) ->
            telegramApi.sent.size() < 3
                ? new Outcome.NotSent("connect", "refused")
                : new Outcome.Posted("1", "");
  }

  @Test
  void aRetryIsMadeWhenItIsDueAlsoWhileWhatIsOverdueCannotBeParked() {
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    refuseTwice();
    WithoutSweep withoutSweep = new WithoutSweep(first);
    start(withoutSweep, "one", signals, telegram);
    await().atMost(PATIENCE).until(() -> withoutSweep.failures.get() > 0);
    UUID post = post();
    due(post, telegram);
    signals.raise("telegram-ru");

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
  }

  /** A real database that refuses to park what is overdue. */
  private static final class WithoutSweep extends Database {
    private final Database behind;
    private final AtomicInteger failures = new AtomicInteger();

    private WithoutSweep(Database behind) {
      super(null, null);
      this.behind = behind;
    }

    @Override
    public RowSet<Row> run(String sql, Object... arguments) {
      return behind.run(sql, arguments);
    }

    @Override
    public RowSet<Row> runRepeatable(String sql, Object... arguments) {
      if (sql.contains("overdue as materialized")) {
        failures.incrementAndGet();
        throw new IllegalStateException("it cannot be parked");
      }
      return behind.runRepeatable(sql, arguments);
    }
  }

  @Test
  @Case("D5")
  void aCallClaimedBeforeARefusalIsNotMadeAfterIt() {
    OpenTarget telegram = target("telegram-ru", telegramApi, atATime(2));
    UUID refused = post();
    UUID held = post();
    due(refused, telegram);
    due(held, telegram);
    Duration asked = Duration.ofSeconds(6);
    AtomicInteger calls = new AtomicInteger();
    AtomicLong answeredAt = new AtomicLong();
    telegramApi.answer =
        (form, call) -> {
          int number = calls.incrementAndGet();
          if (number == 1) {
            await().atMost(PATIENCE).until(() -> calls.get() > 1);
            answeredAt.set(System.nanoTime());
            return new Outcome.Throttled(asked, "429", "too many requests");
          }
          if (number == 2) {
            await().atMost(PATIENCE).until(() -> count("last_outcome = 'throttled'").equals("1"));
          }
          return call.mayStillWrite()
              ? new Outcome.Posted("id-" + call.key(), "https://example.org/1")
              : new Outcome.NotSent("held", "nothing was written");
        };

    start(first, "one", signals, telegram);

    await().atMost(PATIENCE).until(() -> count("last_outcome = 'released'").equals("1"));
    assertThat(count("attempt = 0 and state = 'retry'")).isEqualTo("2");
    await().atMost(PATIENCE).until(() -> count("state = 'posted'").equals("2"));
    assertThat(telegramApi.sent).hasSize(4);
    assertThat(telegramApi.sent.subList(2, 4))
        .allSatisfy(
            sent ->
                assertThat(sent.nanoTime() - answeredAt.get())
                    .isGreaterThanOrEqualTo(asked.toNanos()));
  }

  private static String count(String condition) {
    return database.query("select count(*) from publisher.delivery where " + condition).get(0);
  }
}
