package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Asks a database one thing at a time. */
@FunctionalInterface
interface Facts {

  /**
   * What an SQL expression yields, as text.
   *
   * @return null if it is null
   * @throws SQLException if the server refuses or the connection is lost
   */
  String text(String expression) throws SQLException;

  /** Whether an SQL condition holds. */
  default boolean holds(String condition) throws SQLException {
    return "true".equals(text(condition));
  }

  static Facts of(Connection connection) {
    return expression -> {
      try (PreparedStatement query = connection.prepareStatement(select(expression));
          ResultSet result = query.executeQuery()) {
        result.next();
        return result.getString("fact");
      }
    };
  }

  /** Over the service's pool, which fails with runtime exceptions only. */
  static Facts of(Database database) {
    return expression ->
        database.runRepeatable(select(expression)).iterator().next().getString("fact");
  }

  private static String select(String expression) {
    return "select (" + expression + ")::text as fact";
  }
}
