package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A real database under which each of the dispatcher's own threads meets an {@link Error} at its
 * first statement.
 */
final class FailingDatabase extends Database {

  final Set<String> failed = ConcurrentHashMap.newKeySet();
  final Set<String> worked = ConcurrentHashMap.newKeySet();

  private final Database behind;

  FailingDatabase(Database behind) {
    super(null, null);
    this.behind = behind;
  }

  @Override
  public RowSet<Row> run(String sql, Object... arguments) {
    failOnce();
    return behind.run(sql, arguments);
  }

  @Override
  public RowSet<Row> runRepeatable(String sql, Object... arguments) {
    failOnce();
    return behind.runRepeatable(sql, arguments);
  }

  private void failOnce() {
    String thread = Thread.currentThread().getName();
    boolean own =
        thread.startsWith("claim-")
            || thread.equals("due-watch")
            || thread.equals("dispatcher-start");
    if (own && failed.add(thread)) {
      throw new StackOverflowError("the first statement of " + thread);
    }
    worked.add(thread);
  }
}
