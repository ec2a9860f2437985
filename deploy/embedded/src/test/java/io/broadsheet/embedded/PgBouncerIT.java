package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgBouncerIT {
  private final EmbeddedPostgreSql server = TestStack.shared().postgreSql();

  @BeforeEach
  void isInstalled() {
    assumeTrue(PgBouncer.isInstalled(), "the package pgbouncer is not installed");
  }

  @Test
  void givesTwoClientsOneSession() throws SQLException {
    try (PgBouncer pooler = start("default_pool_size=1");
        Connection one = connect(pooler, server.migratorPassword());
        Connection other = connect(pooler, server.migratorPassword())) {
      assertEquals(session(one), session(other));
    }
  }

  @Test
  void givesOneClientAnotherSessionForEachTransaction() throws SQLException {
    try (PgBouncer pooler = start("default_pool_size=2");
        Connection one = connect(pooler, server.migratorPassword());
        Connection other = connect(pooler, server.migratorPassword())) {
      other.setAutoCommit(false);
      assertFalse(session(other) == session(one));
      other.commit();
      assertFalse(session(one) == session(one));
    }
  }

  @Test
  void refusesAWrongPasswordAndServesNothingOnceClosed() throws SQLException {
    PgBouncer pooler = start();
    SQLException refused = assertThrows(SQLException.class, () -> connect(pooler, "wrong"));
    assertTrue(refused.getMessage().contains("authentication failed"), refused.getMessage());
    try (Connection connection = connect(pooler, server.migratorPassword())) {
      pooler.close();
      assertThrows(SQLException.class, () -> session(connection));
    }
    assertTrue(FreePorts.isFree(pooler.port()));
  }

  @Test
  void saysWhyItDoesNotStart() {
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> start("pool_mode = none").close());
    assertTrue(failure.getMessage().contains("pool_mode"), failure.getMessage());
  }

  private PgBouncer start(String... settings) {
    return PgBouncer.start(
        server.port(), Map.of(EmbeddedPostgreSql.MIGRATOR, server.migratorPassword()), settings);
  }

  private static Connection connect(PgBouncer pooler, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", EmbeddedPostgreSql.MIGRATOR);
    properties.setProperty("password", password);
    // No named statements, and no startup parameter that PgBouncer refuses.
    properties.setProperty("prepareThreshold", "0");
    properties.setProperty("socketTimeout", "10");
    return new org.postgresql.Driver().connect(pooler.url(EmbeddedPostgreSql.DATABASE), properties);
  }

  private static int session(Connection connection) throws SQLException {
    try (ResultSet result = connection.createStatement().executeQuery("select pg_backend_pid()")) {
      result.next();
      return result.getInt(1);
    }
  }
}
