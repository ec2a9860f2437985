package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Outcome;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer that is written once more while its first statement has not yet committed. */
class RepeatedWritesIT extends PressTestBase {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final OpenTarget telegram = target("telegram-ru", new ScriptedChannel(), policy());
  private final Answer answer = Answer.of(new Outcome.Posted("7", ""), Duration.ZERO);

  /** While a test holds this lock, a statement that closes an attempt cannot commit. */
  @BeforeAll
  static void holdBackCommits() {
    database.execute(
        """
        create function publisher.hold_back() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(1);
          return new;
        end $$
        """);
    database.execute(
        "create trigger hold_back before update on publisher.attempt"
            + " for each row execute function publisher.hold_back()");
  }

  @AfterAll
  static void letCommitsGo() {
    database.execute("drop trigger hold_back on publisher.attempt");
  }

  static Stream<Arguments> transitions() {
    return Stream.of(
        Arguments.of("complete", Transition.to(new Transition.Posted("7", ""))),
        Arguments.of("advance", Transition.to(new Transition.PartPosted("7", "", 1))),
        Arguments.of(
            "settle",
            Transition.to(
                new Transition.Retry(Duration.ofHours(1), Transition.Cost.ONE_ATTEMPT, "later"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transitions")
  void aWriteThatWaitedForItsOwnFirstTryWasTakenOverByNobody(String name, Transition transition)
      throws Exception {
    due(post(), telegram);
    Claim claim = claim(steps(first, "one", telegram), telegram).get(0);
    CompletableFuture<Recorded> firstTry;
    CompletableFuture<Recorded> again;

    try (Connection lock = database.connect()) {
      lock(lock, "pg_advisory_lock(1)");
      firstTry = record(first, claim, transition);
      awaitWaiting("advisory", 1);
      again = record(second, claim, transition);
      awaitWaiting("transactionid", 1);
    }

    assertThat(firstTry.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Recorded.NOW);
    assertThat(again.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Recorded.BEFORE);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"advance", "settle"})
  @Case("claimed-anew-between-write-and-look")
  void aWriteWhoseDeliveryWasClaimedAnewSinceWasTakenOverByNobody(String name) throws Exception {
    Transition transition =
        name.equals("advance")
            ? Transition.to(new Transition.PartPosted("7", "", 1))
            : Transition.to(
                new Transition.Retry(Duration.ZERO, Transition.Cost.ONE_ATTEMPT, "at once"));
    due(post(), telegram);
    DeliverySteps steps = steps(first, "one", telegram);
    Claim claim = claim(steps, telegram).get(0);
    assertThat(record(first, claim, transition).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(Recorded.NOW);
    assertThat(claim(steps, telegram)).hasSize(1);

    assertThat(record(second, claim, transition).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(Recorded.BEFORE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transitions")
  void aWriteAfterTheLeaseWasExpiredIsTakenOver(String name, Transition transition)
      throws Exception {
    UUID post = post();
    due(post, telegram);
    DeliverySteps steps = steps(first, "one", telegram);
    Claim claim = claim(steps, telegram).get(0);
    endLease(post);
    steps.expireLeases().expireLeases();

    assertThat(record(first, claim, transition).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(Recorded.TAKEN_OVER);
    assertThat(database.query("select late::text from publisher.attempt")).containsExactly("true");
  }

  @Test
  void aWaitForALockEndsBeforeItsConnectionIsTakenForDead() {
    String longestWait =
        first
            .run("select setting from pg_settings where name = 'lock_timeout'")
            .iterator()
            .next()
            .getString(0);

    assertThat(Duration.ofMillis(Long.parseLong(longestWait)))
        .isPositive()
        .isLessThan(GroupedWrite.PATIENCE_FOR_OWN_STATEMENT)
        .isLessThan(Database.PATIENCE);
  }

  private CompletableFuture<Recorded> record(Database replica, Claim claim, Transition transition) {
    DueSignals signals = new DueSignals();
    RecordAnswer recordAnswer =
        new RecordAnswer(
            new Complete(replica),
            new Advance(replica),
            new Settle(replica),
            new LookAgain(replica),
            new EndSilentSessions(replica),
            new Verifications(new VerifyTarget(replica, new Holds()), signals),
            new DeliveryMetrics(new SimpleMeterRegistry()));
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return recordAnswer.record(telegram, claim, transition, answer);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void lock(Connection connection, String lock) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select " + lock);
    }
  }

  private static void awaitWaiting(String lockType, int sessions) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database
                        .query(
                            """
                            select l.pid from pg_locks l join pg_stat_activity s using (pid)
                            where not l.granted and l.locktype = ? and s.datname = current_database()
                            """,
                            lockType)
                        .size()
                    == sessions);
  }
}
