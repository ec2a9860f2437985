package io.broadsheet.lab.scenario;

import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A pool on which a claim is not committed before its call: it is undone at once and made when the
 * answer is recorded, as if all had been one transaction around the call.
 */
final class LateClaims extends FaultyDatabase {

  private static final String UNDO_ATTEMPT = "delete from publisher.attempt where claim_token = ?";

  private static final String UNDO =
      """
      update publisher.delivery set state = 'pending', claim_token = null, lease_until = null,
        last_call_deadline = null, attempt = 0
      where claim_token = ?
      """;

  private static final String REDO =
      """
      with claimed as (
        update publisher.delivery set state = 'sending', claim_token = ?,
          lease_until = clock_timestamp() + interval '7 s', attempt = attempt + 1
        where post_id = ? and state <> 'posted'
        returning post_id, target, generation, claim_token, part, attempt
      )
      insert into publisher.attempt (claim_token, post_id, target, generation, part, kind, number, replica)
      select claim_token, post_id, target, generation, part, 'call', attempt, 'late' from claimed
      """;

  private static final String FREEZE_WITHOUT_CLAIM =
      """
      select token, rendered
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[])
        as given (token, post_id, target, generation, rendered)
      """;

  private final Stage stage;
  private final Map<UUID, UUID> postOf = new ConcurrentHashMap<>();

  LateClaims(Stage stage, Lifeline lifeline) {
    super(stage.publisher(), lifeline);
    this.stage = stage;
  }

  @Override
  public RowSet<Row> run(String sql, Object... arguments) {
    RowSet<Row> rows = super.run(sql, arguments);
    if (step().equals("ClaimDue")) {
      for (Row row : rows) {
        UUID token = row.getUUID("claim_token");
        postOf.put(token, row.getUUID("post_id"));
        execute(UNDO_ATTEMPT, token);
        execute(UNDO, token);
      }
    }
    return rows;
  }

  @Override
  public RowSet<Row> runRepeatable(String sql, Object... arguments) {
    if (step().equals("Complete") || step().equals("Settle")) {
      // One token, or those of a group.
      for (UUID token :
          arguments[0] instanceof UUID[] group ? group : new UUID[] {(UUID) arguments[0]}) {
        UUID post = postOf.remove(token);
        if (post != null) {
          execute(REDO, token, post);
        }
      }
    }
    return super.runRepeatable(sql, arguments);
  }

  @Override
  String rewritten(String step, String sql) {
    // There is no claim to check yet.
    return step.equals("Freeze") ? FREEZE_WITHOUT_CLAIM : sql;
  }

  private void execute(String sql, Object... values) {
    try (Connection connection = stage.owner();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
