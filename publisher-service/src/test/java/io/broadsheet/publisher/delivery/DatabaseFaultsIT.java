package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.embedded.proxy.ProxiedConnection;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.publisher.testing.MigratedDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine as it runs, with a network between its pool and the database that fails. */
@TestMethodOrder(OrderAnnotation.class)
class DatabaseFaultsIT extends PressTestBase {

  /** What the issue allows for the one delivery whose connection is black-holed. */
  private static final Duration A_MINUTE = Duration.ofSeconds(60);

  private static final Duration MOMENTS = PressBehindProxy.MOMENTS;

  /** Shorter than the service's 6 s, for quick tests. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int PLACES = MigratedDatabase.PLACES;

  private static final String CLAIM = "with clock as materialized";
  private static final String COMPLETION = "select token from posted";

  private static BlackHole blackHole;

  private PressBehindProxy press;

  @BeforeAll
  static void openTheBlackHole() {
    blackHole = new BlackHole(COMPLETION, PATIENCE, A_MINUTE);
  }

  @AfterAll
  static void closeTheBlackHole() {
    if (blackHole != null) {
      blackHole.close();
    }
  }

  @BeforeEach
  void start() {
    press = new PressBehindProxy(database, PATIENCE);
  }

  @AfterEach
  void stop() {
    press.close();
  }

  @Test
  @Order(Integer.MAX_VALUE)
  @Case("D20")
  void aBlackHoleInsideACompletionDelaysNoOtherAndFreesTheRow() {
    blackHole.awaitEnd();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultsOfACompletion")
  @Case("D20")
  void aConnectionLostInsideACompletionIsNoSecondEffect(String name, PostgreSqlFault fault) {
    press.strike(fault);
    UUID hit = press.arrive(press.telegraph);
    press.awaitPosted(A_MINUTE, hit, press.telegraph);
    assertThat(fault.hasStruck()).isTrue();
    press.assertEffects(2);
    assertThat(press.delivery("attempt", hit, press.telegraph)).isEqualTo("1");
    // Its worker has noticed too.
    press.awaitPosted(PATIENCE.plus(MOMENTS), press.arrive(press.telegraph), press.telegraph);
  }

  static Stream<Arguments> faultsOfACompletion() {
    return Stream.of(
        Arguments.of("its answer is reset", PostgreSqlFault.atAnswer(COMPLETION, Mode.cutAfter(0))),
        Arguments.of("its answer is cut", PostgreSqlFault.atAnswer(COMPLETION, Mode.cutAfter(3))),
        Arguments.of(
            "its answer is swallowed", PostgreSqlFault.atAnswer(COMPLETION, Mode.blackHole())),
        Arguments.of(
            "it is reset on its way",
            PostgreSqlFault.beforeExecution(COMPLETION, Mode.cutAfter(0))),
        Arguments.of(
            "it is cut on its way", PostgreSqlFault.beforeExecution(COMPLETION, Mode.cutAfter(20))),
        Arguments.of(
            "the server ends it", PostgreSqlFault.beforeExecution(COMPLETION, Mode.halfOpen())),
        Arguments.of("the server is gone unnoticed", PostgreSqlFault.serverGone(COMPLETION)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultsOfAClaim")
  void aClaimWhoseAnswerIsLostIsReleasedAndCalledOnce(String name, PostgreSqlFault fault) {
    press.strike(fault);
    UUID hit = press.arrive(press.telegraph);
    await().atMost(MOMENTS).until(fault::hasStruck);
    press.awaitPosted(MOMENTS, press.arrive(press.telegram), press.telegram);

    press.awaitPosted(A_MINUTE, hit, press.telegraph);
    press.assertEffects(2);
  }

  static Stream<Arguments> faultsOfAClaim() {
    return Stream.of(
        Arguments.of(
            "reset", PostgreSqlFault.atAnswer(CLAIM, Mode.cutAfter(0)).with("telegraph-ru")),
        Arguments.of(
            "swallowed", PostgreSqlFault.atAnswer(CLAIM, Mode.blackHole()).with("telegraph-ru")));
  }

  @Test
  void aPoolWhoseEveryConnectionIsBlackHoledIsOfUseAgain() {
    try (TcpProxy own = TcpProxy.to("127.0.0.1", database.port())) {
      // With the service's own bounds.
      Database other = database.replica(own.port());
      fill(other, own);
      own.connections().forEach(connection -> connection.apply(Mode.blackHole()));

      askAtOnce(() -> isAnswered(other));
      await().atMost(MOMENTS).until(() -> isAnswered(other));
    }
  }

  @Test
  void anIdleConnectionThatAFirewallForgotFailsNoRepeatableStatement() {
    try (TcpProxy own = TcpProxy.to("127.0.0.1", database.port())) {
      Database other = database.replica(own.port(), PATIENCE);
      assertThat(ask(other)).isEqualTo(1);
      own.connections().forEach(connection -> connection.apply(Mode.blackHole()));

      assertThat(ask(other)).isEqualTo(1);
      assertThat(own.accepted()).isEqualTo(2);
    }
  }

  @Test
  void idleConnectionsThatAFirewallForgotFailAFewStatementsAtMost() {
    try (TcpProxy own = TcpProxy.to("127.0.0.1", database.port())) {
      Database other = database.replica(own.port(), Duration.ofSeconds(1));
      fill(other, own);
      own.connections().forEach(connection -> connection.apply(Mode.blackHole()));

      // Each statement tries two; a new connection of a slow machine may serve the next one only.
      int failed = 0;
      while (!isAnswered(other)) {
        failed++;
        assertThat(failed).isLessThanOrEqualTo(PLACES / 2 + 1);
      }
    }
  }

  @Test
  void aPoolWhoseEveryPlaceWaitsForALoginIsOfUseAgain() {
    Database other = database.replica(press.network.port(), PATIENCE);
    int before = press.network.accepted();
    press.network.apply(Mode.blackHole());
    askAtOnce(() -> assertThatThrownBy(() -> ask(other)));
    assertThat(press.network.accepted()).isGreaterThanOrEqualTo(before + PLACES);

    press.network.apply(Mode.pass());
    await().atMost(MOMENTS.multipliedBy(2)).ignoreExceptions().until(() -> ask(other) == 1);
  }

  @Test
  void aLoginThatIsGivenUpLeavesNoSocket() {
    try (TcpProxy own = TcpProxy.to("127.0.0.1", database.port())) {
      Database other = database.replica(own.port(), Duration.ofSeconds(1));
      own.apply(Mode.blackHole());
      askAtOnce(() -> assertThatThrownBy(() -> ask(other)));
      assertThat(own.connections()).hasSizeGreaterThanOrEqualTo(PLACES);

      await()
          .atMost(A_MINUTE)
          .until(() -> own.connections().stream().allMatch(ProxiedConnection::isClosedByClient));
    }
  }

  @Test
  void aConnectionOutlivesTheTimeForItsLogin() {
    try (TcpProxy own = TcpProxy.to("127.0.0.1", database.port())) {
      Database other = database.replica(own.port(), Duration.ofSeconds(1));
      other.run("select pg_sleep(1.5)");

      assertThat(ask(other)).isEqualTo(1);
      assertThat(own.accepted()).isEqualTo(1);
    }
  }

  /** Opens all of a pool's connections, which are idle then. */
  private static void fill(Database pool, TcpProxy own) {
    await()
        .atMost(A_MINUTE)
        .until(
            () -> {
              askAtOnce(() -> pool.run("select pg_sleep(0.3)"));
              return own.connections().size() == PLACES;
            });
  }

  private static boolean isAnswered(Database database) {
    try {
      return ask(database) == 1;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Does it in as many threads as a pool has places, and waits for their end. */
  private static void askAtOnce(Runnable question) {
    List<Thread> callers = Stream.generate(() -> new Thread(question)).limit(PLACES).toList();
    callers.forEach(Thread::start);
    await().atMost(A_MINUTE).until(() -> callers.stream().noneMatch(Thread::isAlive));
  }

  private static int ask(Database database) {
    return database.runRepeatable("select 1").size();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endsOfIdleConnections")
  void idleConnectionsThatDiedAreNoticedInTime(String name, Consumer<TcpProxy> end) {
    await().atMost(MOMENTS).until(() -> !press.network.connections().isEmpty());
    end.accept(press.network);
    UUID hit = press.arrive(press.telegraph);
    press.awaitPosted(A_MINUTE, hit, press.telegraph);
    press.assertEffects(2);
  }

  static Stream<Arguments> endsOfIdleConnections() {
    return Stream.of(
        Arguments.of("terminated", (Consumer<TcpProxy>) network -> database.endSessions()),
        Arguments.of(
            "reset",
            (Consumer<TcpProxy>)
                network -> network.connections().forEach(one -> one.apply(Mode.reset()))));
  }
}
