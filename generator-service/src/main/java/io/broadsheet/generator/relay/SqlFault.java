package io.broadsheet.generator.relay;

import java.sql.SQLException;

/** Tells a database that is away for a while from one that somebody must put right. */
final class SqlFault {

  private SqlFault() {}

  /**
   * Whether waiting will help: the connection is lost (08), the server goes down or starts (57P),
   * it became a standby or is read-only (25006), or it has no connection left (53300).
   */
  static boolean isAway(SQLException failure) {
    String code = failure.getSQLState();
    return code == null
        || code.startsWith("08")
        || code.startsWith("57P")
        || code.equals("25006")
        || code.equals("53300");
  }
}
