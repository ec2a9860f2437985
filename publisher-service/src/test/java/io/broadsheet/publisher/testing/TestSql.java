package io.broadsheet.publisher.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The database as its owner sees it.
 *
 * @param url JDBC URL
 * @param password of {@code broadsheet_migrator}
 */
public record TestSql(String url, String password) {

  /** Runs a statement. */
  public void execute(String sql, Object... arguments) {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, arguments).execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of every row. */
  public List<String> query(String sql, Object... arguments) {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = bind(statement, arguments).executeQuery()) {
      List<String> column = new ArrayList<>();
      while (result.next()) {
        column.add(result.getString(1));
      }
      return column;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A session of its own. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "broadsheet_migrator", password);
  }

  private static PreparedStatement bind(PreparedStatement statement, Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }
}
