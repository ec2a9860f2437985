package io.broadsheet.publisher.command;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.delivery.Verdict;
import io.broadsheet.common.event.Command;
import io.broadsheet.publisher.delivery.DueSignals;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Pauses and resumes a target. Of two orders the one given later counts, in whatever order they
 * arrive: by {@code seq}, and by the time of the order where one came by the publisher's own port.
 * Such a one has no {@code seq} and may be stored late, so it looks for a later one among all that
 * were applied: their rows are never deleted, and a replica of an older version writes them too.
 */
@ApplicationScoped
class ApplyToTarget {

  private static final int MOST_JUDGEMENTS = 10;

  private static final String STANDING =
      """
      select t.last_seq, t.direct_at, coalesce(t.paused_until > clock_timestamp(), false) as held,
        coalesce(t.last_seq > c.seq, false) or coalesce(t.direct_at > c.ordered_at, false)
          or c.seq is null and exists (
            select from publisher.command later
            where later.target = c.target and later.ordered_at > c.ordered_at
              and later.kind in ('pause', 'resume') and later.result = 'applied') as superseded,
        coalesce($2::timestamptz <= clock_timestamp(), false) as over
      from publisher.command c left join publisher.target_state t on t.target = c.target
      where c.id = $1 and c.result is null
      """;

  private static final String APPLY =
      """
      with turn as materialized (
        select seq, target, operator, order_reason, ordered_at
        from publisher.command where id = $1 and result is null for update
      ),
      changed as (
        update publisher.target_state t set
          %s,
          last_seq = greatest(t.last_seq, turn.seq),
          direct_at = case when turn.seq is null then turn.ordered_at else t.direct_at end
        from turn
        where t.target = turn.target and t.last_seq = $2 and t.direct_at is not distinct from $3
        returning t.target
      ),
      settled as (
        update publisher.command c set result = 'applied', reason = $4, settled_at = clock_timestamp()
        from changed where c.id = $1
      )
      select target from changed
      """;

  private static final String PAUSE =
      APPLY.formatted(
          """
          operator_pause_until = coalesce($5::timestamptz, 'infinity'),
                operator_pause_reason = turn.order_reason,
                operator_pause_by = turn.operator""");

  private static final String RESUME =
      APPLY.formatted(
          """
          operator_pause_until = null,
                operator_pause_reason = null,
                operator_pause_by = null,
                paused_until = null,
                pause_reason = null,
                pause_cause = null""");

  private final Database database;
  private final CommandRows rows;
  private final DueSignals signals;

  ApplyToTarget(Database database, CommandRows rows, DueSignals signals) {
    this.database = database;
    this.rows = rows;
    this.signals = signals;
  }

  /** {@code lastSeq} is null where no such target is known. */
  private record Seen(
      Long lastSeq, OffsetDateTime directAt, boolean held, boolean superseded, boolean over) {}

  /**
   * Applies, refuses or supersedes it.
   *
   * @return empty if it has its result already
   */
  Optional<Verdict> apply(Order order, Command.OfTarget command) {
    for (int i = 0; i < MOST_JUDGEMENTS; i++) {
      Optional<Seen> seen = seen(order, command);
      if (seen.isEmpty()) {
        return Optional.empty();
      }
      Verdict verdict = judge(order, seen.get());
      if (!(verdict instanceof Verdict.Apply)) {
        rows.settle(order, verdict);
        return Optional.of(verdict);
      }
      if (change(order, command, seen.get())) {
        return Optional.of(verdict);
      }
    }
    return Optional.of(new Verdict.Wait());
  }

  private static Verdict judge(Order order, Seen seen) {
    if (seen.lastSeq() == null) {
      return new Verdict.Refuse(
          "no publisher has a target " + order.event().target() + " in its configuration");
    }
    if (seen.superseded()) {
      return new Verdict.Supersede("a later pause or resume of this target has been applied");
    }
    // Applied, it would open a target that another pause holds: that is a resume's to do.
    return seen.over()
        ? new Verdict.Refuse(
            "its time had passed when it came; order it again with a later until, or resume")
        : new Verdict.Apply();
  }

  private Optional<Seen> seen(Order order, Command.OfTarget command) {
    OffsetDateTime until = command instanceof Command.Pause pause ? pause.until() : null;
    for (Row row : database.runRepeatable(STANDING, order.id(), until)) {
      return Optional.of(
          new Seen(
              row.getLong("last_seq"),
              row.getOffsetDateTime("direct_at"),
              row.getBoolean("held"),
              row.getBoolean("superseded"),
              row.getBoolean("over")));
    }
    return Optional.empty();
  }

  private boolean change(Order order, Command.OfTarget command, Seen seen) {
    for (Row row : run(order, command, seen)) {
      signals.raise(row.getString("target"));
      return true;
    }
    return false;
  }

  private Iterable<Row> run(Order order, Command.OfTarget command, Seen seen) {
    if (command instanceof Command.Pause pause) {
      return database.runRepeatable(
          PAUSE, order.id(), seen.lastSeq(), seen.directAt(), null, pause.until());
    }
    return database.runRepeatable(
        RESUME,
        order.id(),
        seen.lastSeq(),
        seen.directAt(),
        seen.held()
            ? "its pause for its configuration or for a person has ended too; if the cause is still"
                + " there, the next call is refused and pauses it again"
            : null);
  }
}
