package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A network that fails while the lease of an edition is taken or renewed. */
class EditionLeaseFaultsIT {

  private static final LocalDate DATE = LocalDate.of(2026, 11, 30);
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration LONG_LEASE = Duration.ofMinutes(1);

  /** As much shorter than a third of the lease as the service's 6 s are than 20 s. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private static final String TAKE = "insert into generator.edition as e";
  private static final String RENEW = "update generator.edition set lease_until";
  private static MigratedDatabase database;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private TcpProxy network;
  private Database behindIt;

  @BeforeAll
  static void migrate() {
    database = MigratedDatabase.withoutSlot();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void connect() {
    database.execute("truncate generator.edition cascade");
    network = TcpProxy.to("127.0.0.1", database.server().port());
    behindIt = database.databaseBehind(network.port(), PATIENCE);
  }

  @AfterEach
  void disconnect() {
    timer.shutdownNow();
    network.close();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultsOfTaking")
  @Case("G11")
  void itIsTakenOnceAndByOneCall(String name, PostgreSqlFault fault) {
    EditionStore store = new EditionStore(behindIt);
    network.watch(fault);

    Optional<EditionStore.Claim> claim =
        store.claim(DATE, "digest", "one", LONG_LEASE, EditionState.attemptable());

    assertThat(fault.hasStruck()).isTrue();
    assertThat(store.claim(DATE, "digest", "one", LONG_LEASE, EditionState.attemptable()))
        .isEmpty();
    assertThat(database.query("select fence || ' ' || attempts from generator.edition"))
        .containsExactly(claim.orElseThrow().fence() + " 1");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultsOfRenewing")
  @Case("G11")
  void itIsHeldPastItsFirstEndAndNobodyElseTakesTheEdition(String name, PostgreSqlFault fault) {
    EditionStore store = new EditionStore(behindIt);
    long claimedAt = System.nanoTime();
    EditionStore.Claim claim = claim(store, "one");
    network.watch(fault);
    try (EditionLease lease = new EditionLease(store, DATE, claim, LEASE, claimedAt, timer)) {
      await().atMost(LEASE).until(fault::hasStruck);

      await()
          .atMost(LEASE.multipliedBy(2))
          .until(() -> System.nanoTime() - claimedAt > LEASE.toNanos());
      lease.ensureHeld();
      lease.recordTopic("harbours");
      assertThat(
              new EditionStore(database.database())
                  .claim(DATE, "digest", "two", LEASE, EditionState.attemptable()))
          .isEmpty();
    }
    assertThat(database.query("select fence || ' ' || topic from generator.edition"))
        .containsExactly(claim.fence() + " harbours");
  }

  static Stream<Arguments> faultsOfTaking() {
    return faults(TAKE);
  }

  static Stream<Arguments> faultsOfRenewing() {
    return faults(RENEW);
  }

  private static Stream<Arguments> faults(String statement) {
    return Stream.of(
        Arguments.of(
            "reset on its way", PostgreSqlFault.beforeExecution(statement, Mode.cutAfter(0))),
        Arguments.of("reset in its answer", PostgreSqlFault.atAnswer(statement, Mode.cutAfter(3))),
        Arguments.of("never answered", PostgreSqlFault.atAnswer(statement, Mode.blackHole())),
        Arguments.of("the server is gone", PostgreSqlFault.serverGone(statement)));
  }

  private static EditionStore.Claim claim(EditionStore store, String owner) {
    return store.claim(DATE, "digest", owner, LEASE, EditionState.attemptable()).orElseThrow();
  }
}
