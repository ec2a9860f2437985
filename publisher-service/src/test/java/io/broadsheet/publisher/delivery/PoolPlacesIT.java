package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.PgBouncer;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.embedded.proxy.Direction;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.publisher.testing.MigratedDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Clients that fall silent must not use up what a pooler has, and a silent server no pool. */
@Case("D24")
class PoolPlacesIT {

  private static final String PGBOUNCER = "io.broadsheet.embedded.PgBouncer#isInstalled";
  private static final String NO_PGBOUNCER = "the package pgbouncer is not installed";
  private static final int PLACES = MigratedDatabase.PLACES;
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration REST = Duration.ofSeconds(30);
  private static final String STATEMENT = "select 'its client falls silent within this text'";
  private static final int WITHIN = STATEMENT.length() / 2;

  private static int gates;

  private static MigrateSettings settings;

  private final MigratedDatabase database =
      new MigratedDatabase(TestStack.shared().postgreSql(), settings);

  @BeforeAll
  static void migrate() {
    settings = TestStack.shared().migratedDatabase();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  @EnabledIf(value = PGBOUNCER, disabledReason = NO_PGBOUNCER)
  void clientsSilentWithinAStatementGiveTheirSessionsBack() throws Exception {
    try (PgBouncer pooler =
            pooler(database.port(), "default_pool_size=" + PLACES, "query_timeout=1");
        TcpProxy network = TcpProxy.to("127.0.0.1", pooler.port())) {
      Database replica = filled(database, network.port());
      network.watch(
          (connection, direction, bytes) -> {
            if (new String(bytes, StandardCharsets.UTF_8).contains(STATEMENT)) {
              connection.apply(direction, Mode.blackHoleAfter(WITHIN));
            }
          });
      failsOnEveryPlace(replica);

      await().atMost(REST).until(() -> isEveryPlaceOfUse(replica));
    }
  }

  @Test
  @EnabledIf(value = PGBOUNCER, disabledReason = NO_PGBOUNCER)
  void idleClientsThatFellSilentGiveTheirConnectionsBack() throws Exception {
    try (PgBouncer pooler =
            pooler(database.port(), "max_client_conn=" + PLACES, "client_idle_timeout=2");
        TcpProxy network = TcpProxy.to("127.0.0.1", pooler.port())) {
      Database replica = filled(database, network.port());
      network
          .connections()
          .forEach(connection -> connection.apply(Direction.TO_SERVER, Mode.blackHole()));
      failsOnEveryPlace(replica);

      await().atMost(REST).until(() -> isEveryPlaceOfUse(replica));
    }
  }

  @Test
  @EnabledIf(value = PGBOUNCER, disabledReason = NO_PGBOUNCER)
  void aServerSilentBehindAPoolerIsGivenUpUntilItAnswers() throws Exception {
    try (TcpProxy network = TcpProxy.to("127.0.0.1", database.port());
        PgBouncer pooler =
            pooler(
                network.port(),
                "default_pool_size=" + PLACES,
                // Each is 15 s by default.
                "server_connect_timeout=1",
                "server_login_retry=1")) {
      Database replica = filled(database, pooler.port());
      network.apply(Mode.blackHole());
      failsOnEveryPlace(replica);
      network.apply(Mode.pass());

      await().atMost(REST).until(() -> isEveryPlaceOfUse(replica));
    }
  }

  @Test
  void aPoolWhoseServerIsSilentCanBeClosed() throws Exception {
    MigratedDatabase client = new MigratedDatabase(TestStack.shared().postgreSql(), settings);
    try (TcpProxy network = TcpProxy.to("127.0.0.1", database.port())) {
      filled(client, network.port());
      network.apply(Mode.blackHole());

      Thread closing = new Thread(client::close);
      closing.setDaemon(true);
      closing.start();
      awaitEnd(List.of(closing));
    }
  }

  private PgBouncer pooler(int serverPort, String... settings) {
    return PgBouncer.start(
        serverPort, Map.of("broadsheet_publisher", database.publisherPassword()), settings);
  }

  /** A pool all of whose places have a connection. */
  private Database filled(MigratedDatabase client, int port) {
    Database replica = client.replica(port, PATIENCE);
    await().atMost(REST).until(() -> isEveryPlaceOfUse(replica));
    return replica;
  }

  /** Whether as many statements as a pool has places can run at the same time. */
  private boolean isEveryPlaceOfUse(Database replica) throws SQLException {
    int gate = ++gates;
    List<Thread> callers;
    boolean all;
    try (Connection keeper = database.connect();
        var statement = keeper.createStatement()) {
      statement.execute("select pg_advisory_lock(" + gate + ")");
      callers = start(() -> waitAt(gate, replica));
      try {
        await().atMost(PATIENCE).until(() -> waitingAt(gate) == PLACES);
        all = true;
      } catch (ConditionTimeoutException e) {
        all = false;
      }
    }
    awaitEnd(callers);
    return all;
  }

  private static void waitAt(int gate, Database replica) {
    try {
      replica.run("select 1 from pg_advisory_xact_lock_shared($1)", (long) gate);
    } catch (RuntimeException e) {
      // Then it is not among those that are counted, or has been counted.
    }
  }

  private int waitingAt(int gate) {
    return database
        .query(
            """
            select pid::text from pg_locks
            where locktype = 'advisory' and objid = ? and not granted
            """,
            gate)
        .size();
  }

  private static void failsOnEveryPlace(Database replica) {
    AtomicInteger failed = new AtomicInteger();
    awaitEnd(
        start(
            () -> {
              try {
                replica.run(STATEMENT);
              } catch (RuntimeException e) {
                failed.incrementAndGet();
              }
            }));
    assertThat(failed).hasValue(PLACES);
  }

  private static List<Thread> start(Runnable work) {
    List<Thread> threads = Stream.generate(() -> new Thread(work)).limit(PLACES).toList();
    threads.forEach(Thread::start);
    return threads;
  }

  private static void awaitEnd(List<Thread> threads) {
    await().atMost(REST).until(() -> threads.stream().noneMatch(Thread::isAlive));
  }
}
