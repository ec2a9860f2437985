package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Claims that may have been made although their answer never came. */
class ClaimsInDoubtIT extends DispatcherTestBase {

  private static final int AT_A_TIME = 3;

  /** Far sooner than the lease ends. */
  private static final Duration SOON = Duration.ofSeconds(15);

  private final ScriptedChannel api = new ScriptedChannel();

  @Test
  void theyAreNotMoreAfterALongOutageThanAfterAShortOne() {
    OpenTarget telegram = target("telegram-ru", api, atATime(AT_A_TIME));
    UUID post = post();
    due(post, telegram);
    Outage outage = new Outage(first, 3);

    start(outage, "one", signals, telegram);

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(outage.released).hasSizeGreaterThan(2).containsOnly(AT_A_TIME);
    assertThat(api.sent).hasSize(1);
  }

  @Test
  void theyDoNotGrowWhereEachNextClaimIsLostToo() {
    Outage outage = new Outage(first, 1);
    ClaimsInDoubt inDoubt =
        new ClaimsInDoubt(
            new ReleaseClaims(outage, new EndSilentSessions(outage)), Duration.ofMinutes(1));
    for (int i = 0; i < 3 * ClaimsInDoubt.MOST; i++) {
      inDoubt.add(List.of(UUID.randomUUID(), UUID.randomUUID()));
    }

    inDoubt.release();

    assertThat(outage.released).containsExactly(2 * ClaimsInDoubt.MOST);
  }

  @Test
  void theyAreForgottenWhenTheirLeaseHasPassed() {
    ClaimsInDoubt inDoubt =
        new ClaimsInDoubt(new ReleaseClaims(first, new EndSilentSessions(first)), Duration.ZERO);
    inDoubt.add(List.of(UUID.randomUUID()));
    assertThat(inDoubt.isEmpty()).isFalse();

    assertThat(inDoubt.release()).isFalse();

    assertThat(inDoubt.isEmpty()).isTrue();
  }

  @Test
  @Case("D12")
  void aClaimThatShowsOnlyAfterItWasGivenBackInVainIsGivenBackOnceMore() throws SQLException {
    OpenTarget telegram = target("telegram-ru", api, policy());
    UUID post = post();
    due(post, telegram);
    holdBackClaims();
    // The held back one must not end by itself, however slow the rest is.
    database.execute(
        "alter role broadsheet_publisher in database %s set lock_timeout = 0"
            .formatted(database.name()));
    try (TcpProxy network = TcpProxy.to("127.0.0.1", database.port())) {
      try (Connection lock = database.connect()) {
        lock.createStatement().execute("select pg_advisory_lock(2)");
        start(database.replica(network.port()), "one", signals, telegram);
        awaitWaiting("advisory");
        network.connections().forEach(connection -> connection.apply(Mode.reset()));
        // The next claim waits for the first: so that was given back before, and not found.
        awaitWaiting("transactionid");
      }

      await().atMost(SOON).until(() -> delivery("state", post, telegram).equals("posted"));
      assertThat(api.sent).hasSize(1);
      assertThat(delivery("attempt", post, telegram)).isEqualTo("1");
    } finally {
      database.execute("drop trigger hold_back on publisher.attempt");
      database.execute(
          "alter role broadsheet_publisher in database %s reset lock_timeout"
              .formatted(database.name()));
    }
  }

  @Test
  @Case("D20")
  void aClaimThatTheNetworkSwallowsHoldsUpItsTargetForMomentsOnly() {
    // As before PostgreSQL 17: nothing but us ends the session that holds the target's row.
    database.execute(
        "alter role broadsheet_publisher in database %s set transaction_timeout = 0"
            .formatted(database.name()));
    OpenTarget telegram = target("telegram-ru", api, policy());
    UUID post = post();
    due(post, telegram);
    try (TcpProxy network = TcpProxy.to("127.0.0.1", database.port())) {
      PostgreSqlFault fault = PostgreSqlFault.beforeCommit("gate as (").with("telegram-ru");
      network.watch(fault);

      start(database.replica(network.port(), Duration.ofSeconds(2)), "one", signals, telegram);

      await()
          .atMost(Duration.ofSeconds(40))
          .until(() -> delivery("state", post, telegram).equals("posted"));
      assertThat(fault.hasStruck()).isTrue();
      assertThat(api.sent).hasSize(1);
    } finally {
      database.execute(
          "alter role broadsheet_publisher in database %s reset transaction_timeout"
              .formatted(database.name()));
    }
  }

  /** While a test holds lock 2, no claim can commit. */
  private static void holdBackClaims() {
    database.execute(
        """
        create or replace function publisher.hold_back() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(2);
          return new;
        end $$
        """);
    database.execute(
        "create trigger hold_back before insert on publisher.attempt"
            + " for each row execute function publisher.hold_back()");
  }

  private static void awaitWaiting(String lockType) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !database
                    .query(
                        """
                        select l.pid from pg_locks l join pg_stat_activity s using (pid)
                        where not l.granted and l.locktype = ? and s.datname = current_database()
                        """,
                        lockType)
                    .isEmpty());
  }

  /** Takes away the answer to the first claim, and the statements after it for a while. */
  private static final class Outage extends Database {
    private final Database behind;
    private final int rounds;
    private final List<Integer> released = new CopyOnWriteArrayList<>();
    private volatile boolean answerLost;

    /**
     * @param rounds which release is the first that works
     */
    private Outage(Database behind, int rounds) {
      super(null, null);
      this.behind = behind;
      this.rounds = rounds;
    }

    @Override
    public RowSet<Row> run(String sql, Object... arguments) {
      RowSet<Row> answer = behind.run(sql, arguments);
      loseTheFirst(sql);
      return answer;
    }

    @Override
    public RowSet<Row> runRepeatable(String sql, Object... arguments) {
      if (sql.contains("with released") && arguments[0] instanceof UUID[] tokens) {
        released.add(tokens.length);
        if (released.size() < rounds) {
          throw new IllegalStateException("the database is away");
        }
      }
      RowSet<Row> answer = behind.runRepeatable(sql, arguments);
      loseTheFirst(sql);
      return answer;
    }

    private void loseTheFirst(String sql) {
      if (sql.contains("with clock as materialized")
          && Thread.currentThread().getName().startsWith("claim-")
          && !answerLost) {
        answerLost = true;
        throw new IllegalStateException("the answer is lost");
      }
    }
  }
}
