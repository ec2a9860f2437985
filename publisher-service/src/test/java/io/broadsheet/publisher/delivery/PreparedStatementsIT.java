package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.broadsheet.common.database.Database;
import io.broadsheet.embedded.PgBouncer;
import io.broadsheet.publisher.testing.MigratedDatabase;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Connections keep prepared statements where they have a session of their own, nowhere else. */
class PreparedStatementsIT extends PressTestBase {

  /** A statement that a connection keeps is in its own list. */
  private static final String KEPT = "select count(*)::int from pg_prepared_statements";

  @Test
  void aDirectConnectionKeepsThem() {
    assertThat(kept(database.replicaKeepingStatements(database.port()))).isEqualTo(1);
  }

  /** The client's default keeps none above 2,048 characters, and a claim has more. */
  @Test
  void aDirectConnectionKeepsTheLongestToo() {
    Database direct = database.replicaKeepingStatements(database.port());
    String longest = "/*" + "*".repeat(20_000) + "*/" + KEPT;

    assertThat(direct.run(longest).iterator().next().getInteger(0)).isEqualTo(1);
  }

  @Test
  void aConnectionBehindAPoolerKeepsNone() throws InterruptedException {
    try (PgBouncer pooler = pooler()) {
      assertKeepsNone(database.replicaKeepingStatements(pooler.port()));
    }
  }

  @Test
  void aConnectionThatIsNotToKeepAnyPassesAPoolerToo() throws InterruptedException {
    try (PgBouncer pooler = pooler()) {
      assertKeepsNone(database.replica(pooler.port()));
    }
  }

  private static PgBouncer pooler() {
    assumeTrue(PgBouncer.isInstalled(), "the package pgbouncer is not installed");
    return PgBouncer.start(
        database.port(), Map.of("broadsheet_publisher", database.publisherPassword()));
  }

  private static void assertKeepsNone(Database pooled) throws InterruptedException {
    // So that the pooler has several sessions and takes them in turn.
    Callable<Object> statement = () -> pooled.run("select pg_sleep(0.3)");
    ExecutorService callers = Executors.newFixedThreadPool(MigratedDatabase.PLACES);
    callers.invokeAll(Collections.nCopies(MigratedDatabase.PLACES, statement));
    callers.shutdown();
    for (int i = 0; i < 10; i++) {
      assertThat(kept(pooled)).isZero();
    }
  }

  private static int kept(Database database) {
    return database.run(KEPT).iterator().next().getInteger(0);
  }
}
