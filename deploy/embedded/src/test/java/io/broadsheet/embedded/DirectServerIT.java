package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.migrate.DirectServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** A server and a pooler, each asked under URLs that suggest the other. */
class DirectServerIT {

  private static final String PLAIN = "jdbc:postgresql://db.example.org:5432/broadsheet";
  private static final String USUAL_PORT = "jdbc:postgresql://db.example.org:6432/broadsheet";
  private static final String USUAL_NAME = "jdbc:postgresql://pgbouncer.example.org/broadsheet";

  private final EmbeddedPostgreSql server = TestStack.shared().postgreSql();

  @Test
  @Case("R11")
  void aServerIsNoPoolerWhateverItsNameAndPort() throws SQLException {
    for (String url : new String[] {PLAIN, USUAL_PORT, USUAL_NAME}) {
      assertEquals(
          Optional.empty(),
          DirectServer.poolerSign(url, () -> server.migrator(EmbeddedPostgreSql.DATABASE)),
          url);
    }
  }

  @Test
  @Case("R11")
  void aPoolerInTransactionModeIsOneWhateverItsNameAndPort() throws SQLException {
    try (PgBouncer pooler = start()) {
      for (String url : new String[] {PLAIN, USUAL_PORT, USUAL_NAME}) {
        assertTrue(DirectServer.poolerSign(url, () -> connect(pooler)).isPresent(), url);
      }
    }
  }

  @Test
  @Case("R11")
  void aPoolerInSessionModeIsToldByItsLoginWhereItsNameOrPortIsUsual() throws SQLException {
    try (PgBouncer pooler = start("pool_mode = session")) {
      for (String url : new String[] {USUAL_PORT, USUAL_NAME}) {
        assertTrue(
            DirectServer.poolerSign(url, () -> connect(pooler)).orElse("").contains("login"), url);
      }
      assertEquals(Optional.empty(), DirectServer.poolerSign(PLAIN, () -> connect(pooler)));
    }
  }

  private PgBouncer start(String... settings) {
    assumeTrue(PgBouncer.isInstalled(), "the package pgbouncer is not installed");
    return PgBouncer.start(
        server.port(), Map.of(EmbeddedPostgreSql.MIGRATOR, server.migratorPassword()), settings);
  }

  private Connection connect(PgBouncer pooler) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", EmbeddedPostgreSql.MIGRATOR);
    properties.setProperty("password", server.migratorPassword());
    properties.setProperty("prepareThreshold", "0");
    properties.setProperty("socketTimeout", "10");
    return new org.postgresql.Driver().connect(pooler.url(EmbeddedPostgreSql.DATABASE), properties);
  }
}
