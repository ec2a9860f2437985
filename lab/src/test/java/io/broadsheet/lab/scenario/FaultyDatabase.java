package io.broadsheet.lab.scenario;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.function.Supplier;

/** A replica's pool with a fault point before and after each statement, named by who makes it. */
class FaultyDatabase extends Database {

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Lifeline lifeline;

  FaultyDatabase(Pool pool, Lifeline lifeline) {
    super(pool, new DatabaseState());
    this.lifeline = lifeline;
  }

  @Override
  public RowSet<Row> run(String sql, Object... arguments) {
    String step = step();
    return at(step, () -> super.run(rewritten(step, sql), arguments));
  }

  @Override
  public RowSet<Row> runRepeatable(String sql, Object... arguments) {
    String step = step();
    return at(step, () -> super.runRepeatable(rewritten(step, sql), arguments));
  }

  /** What negative controls change; else as it is. */
  String rewritten(String step, String sql) {
    return sql;
  }

  private RowSet<Row> at(String step, Supplier<RowSet<Row>> statement) {
    if (lifeline.pass(FaultPoint.before(step)).isPresent()) {
      throw Armed.lost();
    }
    RowSet<Row> rows = statement.get();
    if (lifeline.pass(FaultPoint.after(step)).isPresent()) {
      throw Armed.lost();
    }
    return rows;
  }

  static String step() {
    return STACK.walk(
        frames ->
            frames
                .map(StackWalker.StackFrame::getDeclaringClass)
                .filter(caller -> !Database.class.isAssignableFrom(caller))
                .findFirst()
                .map(Class::getSimpleName)
                .orElseThrow());
  }
}
