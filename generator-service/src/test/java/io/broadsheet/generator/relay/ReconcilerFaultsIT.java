package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reconciler in {@code poll} mode, where nothing else would look again for a quarter of an
 * hour, with a network between its pool and the database that fails at one of its statements.
 */
class ReconcilerFaultsIT {

  private static final String TAKE = "insert into generator.lease";
  private static final String RENEW = "update generator.lease set lease_until";

  private static final Map<String, String> STATEMENTS =
      Map.of(
          "the taking of the lease", TAKE,
          "the renewal of the lease", RENEW,
          "the look for what is due", "from generator.outbox o left join generator.reconciliation",
          "the note of what was sent", "insert into generator.reconciliation as r",
          "the deletion of old rows", "delete from generator.outbox o using old");

  private static final Map<String, Function<String, PostgreSqlFault>> FAULTS =
      Map.of(
          "is reset on its way", s -> PostgreSqlFault.beforeExecution(s, Mode.cutAfter(0)),
          "is reset in its answer", s -> PostgreSqlFault.atAnswer(s, Mode.cutAfter(3)),
          "is never answered", s -> PostgreSqlFault.atAnswer(s, Mode.blackHole()),
          "is never committed", PostgreSqlFault::beforeCommit,
          "finds the server gone", PostgreSqlFault::serverGone);

  /** Shorter than the service's 6 s, for quick tests. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Shorter than a lease that nobody gives back. */
  private static final int SOON_S = 20;

  private static MigratedDatabase database;
  private static RelayScene scene;

  private TcpProxy network;
  private Database behindIt;

  @BeforeAll
  static void migrate() throws SQLException {
    database = MigratedDatabase.withoutSlot();
    scene = new RelayScene(database);
    // Else 30 s: so long a row stays locked by a session whose network is gone.
    scene.asSuperuser(
        "alter role broadsheet_generator in database "
            + database.name()
            + " set transaction_timeout = '3s'");
  }

  @AfterAll
  static void close() {
    scene.close();
  }

  @BeforeEach
  void connect() {
    database.execute("truncate generator.outbox, generator.reconciliation, generator.lease");
    network = TcpProxy.to("127.0.0.1", database.server().port());
    behindIt = database.databaseBehind(network.port(), PATIENCE);
  }

  @AfterEach
  void disconnect() {
    network.close();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faults")
  @Case("R18")
  void nothingIsLostAndItGoesOn(String statement, String what, PostgreSqlFault fault) {
    UUID old = settledLongAgo();
    List<UUID> due = List.of(scene.insert(), scene.insert());
    network.watch(fault);
    try (KafkaSender sender = new KafkaSender(database.settings().bootstrapServers());
        Reconciler reconciler =
            new Reconciler(
                scene.settings(Duration.ofMinutes(2)),
                Duration.ofSeconds(1),
                "one",
                behindIt,
                sender::send,
                new LongAdder())) {
      reconciler.start();

      RelayScene.within(SOON_S).until(() -> due.stream().allMatch(scene.topic::has));
      RelayScene.within(SOON_S).until(() -> count("generator.reconciliation") == 2);
      RelayScene.within(SOON_S)
          .until(
              () -> database.query("select id from generator.outbox where id = ?", old).isEmpty());
      assertThat(fault.hasStruck()).isTrue();

      UUID next = scene.insert();
      reconciler.wake();
      RelayScene.within(SOON_S).until(() -> scene.topic.has(next));
    }
  }

  static Stream<Arguments> faults() {
    return STATEMENTS.entrySet().stream()
        .flatMap(
            statement ->
                FAULTS.entrySet().stream()
                    .map(
                        fault ->
                            Arguments.of(
                                statement.getKey(),
                                fault.getKey(),
                                fault.getValue().apply(statement.getValue()))));
  }

  @Test
  @Case("R18")
  void aLeaseWhoseTakingWasNeverAnsweredIsHeldAllTheSame() {
    ReconcilerLease lease = new ReconcilerLease(behindIt, "one");
    PostgreSqlFault fault = PostgreSqlFault.atAnswer(TAKE, Mode.blackHole());
    network.watch(fault);

    long fence = lease.take();

    assertThat(fault.hasStruck()).isTrue();
    assertThat(fence).isEqualTo(2);
    assertThat(lease.renew(fence)).isTrue();
    assertThat(lease.renew(1)).isFalse();
    assertThat(new ReconcilerLease(database.database(), "other").take()).isZero();
  }

  private static UUID settledLongAgo() {
    UUID id = scene.insert();
    scene.settle(id);
    database.execute(
        "update generator.outbox set created_at = created_at - interval '31 days' where id = ?",
        id);
    return id;
  }

  private static int count(String table) {
    return Integer.parseInt(database.query("select count(*) from " + table).get(0));
  }
}
