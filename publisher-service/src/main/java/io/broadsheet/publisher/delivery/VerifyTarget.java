package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Hold;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Verification;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowIterator;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Asks a target's API whether its configuration works, and lets the target's pause follow from it:
 * a failure begins one, a pass ends it, and an API that asks to wait is not called until then. It
 * holds no connection over the question.
 */
final class VerifyTarget {

  private static final Logger LOG = Logger.getLogger(VerifyTarget.class);

  private static final String TARGET =
      """
      select moved_from, moved_to,
        ceil(extract(epoch from next_allowed_at - clock_timestamp()))::bigint as held_s
      from publisher.target_state where target = $1
      """;

  private static final String END_PAUSE =
      """
      update publisher.target_state set paused_until = null, pause_reason = null, pause_cause = null
      where target = $1 and (pause_cause = 'configuration' or (pause_cause = 'person' and $2::boolean))
      returning target
      """;

  private static final String PAUSE =
      """
      update publisher.target_state set
        paused_until = 'infinity', pause_reason = $2, pause_cause = 'configuration'
      where target = $1
        and (paused_until is null or paused_until <= clock_timestamp() or pause_cause = 'configuration')
      """;

  private static final String HOLD =
      """
      update publisher.target_state set
        next_allowed_at = greatest(next_allowed_at, clock_timestamp() + $2::bigint * interval '1 ms')
      where target = $1
      """;

  /** Who wants to know. */
  enum Asker {
    /** This service, at its start or because the target is paused. */
    SERVICE,
    /** A person, who may have done what the API wanted of one. */
    PERSON
  }

  private final Database database;
  private final Holds holds;

  VerifyTarget(Database database, Holds holds) {
    this.database = database;
    this.holds = holds;
  }

  /**
   * Verifies it, unless its API asked not to be asked for now.
   *
   * @return what the API said
   * @throws InterruptedException if the thread is interrupted while the database cannot be reached
   */
  Verification verifyTarget(OpenTarget target, Asker asker) throws InterruptedException {
    Optional<Row> state = Persist.untilDone(() -> state(target), "verifying " + target.name());
    Hold hold = holds.of(target);
    // This process may know of a refusal that the database does not have yet.
    long held =
        Math.max(
            state.map(row -> row.getLong("held_s")).orElse(0L),
            hold.holds() ? hold.remaining().toSeconds() + 1 : 0);
    if (held > 0) {
      return new Verification.Unclear("its API is not asked anything for another " + held + " s");
    }
    Verification verification =
        target
            .channel()
            .verify(
                new Call(
                    "verify-" + target.name(),
                    Deadline.after(target.policy().timeout()),
                    state.flatMap(VerifyTarget::move),
                    hold));
    if (verification instanceof Verification.Throttled throttled) {
      hold.begin(throttled.after());
    }
    if (Thread.currentThread().isInterrupted()) {
      return new Verification.Unclear("this service is stopping");
    }
    Persist.untilDone(
        () -> record(target, asker, verification), "recording a verification of " + target.name());
    return verification;
  }

  private Optional<Row> state(OpenTarget target) {
    RowIterator<Row> rows = database.runRepeatable(TARGET, target.name()).iterator();
    return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
  }

  private static Optional<Move> move(Row target) {
    return Optional.ofNullable(target.getString("moved_to"))
        .map(to -> new Move(target.getString("moved_from"), to));
  }

  private void record(OpenTarget target, Asker asker, Verification verification) {
    String message = Answer.storable(verification.message());
    if (verification instanceof Verification.Passed) {
      boolean ended =
          database.runRepeatable(END_PAUSE, target.name(), asker == Asker.PERSON).rowCount() > 0;
      LOG.infof(
          "%s is verified%s: %s", target.name(), ended ? " and no longer paused" : "", message);
    } else if (verification instanceof Verification.Failed) {
      database.runRepeatable(PAUSE, target.name(), message);
      LOG.errorf("%s cannot take posts and is paused: %s", target.name(), message);
    } else if (verification instanceof Verification.Throttled throttled) {
      database.runRepeatable(HOLD, target.name(), throttled.after().toMillis());
      LOG.warnf("%s could not be verified, and is held: %s", target.name(), message);
    } else {
      LOG.warnf("%s could not be verified: %s", target.name(), message);
    }
  }
}
