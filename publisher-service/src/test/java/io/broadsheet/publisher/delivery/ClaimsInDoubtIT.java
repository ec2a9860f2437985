package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Claims that may have been made although their answer never came. */
class ClaimsInDoubtIT extends DispatcherTestBase {

  private static final int AT_A_TIME = 3;

  private final ScriptedChannel api = new ScriptedChannel();

  @Test
  void theyAreNotMoreAfterALongOutageThanAfterAShortOne() {
    OpenTarget telegram = target("telegram-ru", api, atATime(AT_A_TIME));
    UUID post = post();
    due(post, telegram);
    Outage outage = new Outage(first);

    start(outage, "one", signals, telegram);

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(outage.released).hasSizeGreaterThan(2).containsOnly(AT_A_TIME);
    assertThat(api.sent).hasSize(1);
  }

  /** Takes away the answer to the first claim, and the statements after it for a while. */
  private static final class Outage extends Database {
    private static final int ROUNDS = 3;

    private final Database behind;
    private final List<Integer> released = new CopyOnWriteArrayList<>();
    private volatile boolean answerLost;

    private Outage(Database behind) {
      super(null, null);
      this.behind = behind;
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
        if (released.size() < ROUNDS) {
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
