package io.broadsheet.generator.outbox;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.function.BiConsumer;

/** A real database, with something that happens before each repeatable statement. */
final class WatchedDatabase extends Database {

  private final Database behind;
  private final BiConsumer<String, Object[]> before;

  WatchedDatabase(Database behind, BiConsumer<String, Object[]> before) {
    super(null, null);
    this.behind = behind;
    this.before = before;
  }

  @Override
  public RowSet<Row> run(String sql, Object... arguments) {
    return behind.run(sql, arguments);
  }

  @Override
  public RowSet<Row> runRepeatable(String sql, Object... arguments) {
    before.accept(sql, arguments);
    return behind.runRepeatable(sql, arguments);
  }
}
