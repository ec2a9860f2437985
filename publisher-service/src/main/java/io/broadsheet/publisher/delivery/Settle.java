package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.delivery.Transition.Cost;
import io.broadsheet.publisher.delivery.Transition.Existence;
import io.broadsheet.publisher.delivery.Transition.TargetEffect;
import java.time.Duration;
import java.util.UUID;

/**
 * Writes any next state but {@code posted}, its meaning for the target and the attempt's row, in
 * one statement guarded by the claim's token.
 *
 * <p>After a probe it only ends the lease if an earlier holder, too late, has meanwhile written
 * that it posted: the next claim, which is due at once, finds that and completes.
 *
 * <p>How long the API asked to wait is its word about the target: it is kept whoever holds the
 * delivery by now.
 */
final class Settle {

  private static final String SETTLE =
      """
      with settled as (
        update publisher.delivery d set
          state = $2::text,
          attempt = d.attempt - case when a.kind = 'call' then $3::int else 0 end,
          probes = d.probes - case when a.kind = 'probe' then $3::int else 0 end,
          form = d.form + $12::int,
          next_attempt_at = greatest(
            clock_timestamp() + $4::bigint * interval '1 ms',
            case when $16::boolean then d.last_call_deadline end),
          lease_until = null,
          uncertain_since = case $5
            when 'begin' then coalesce(d.uncertain_since, a.started_at)
            when 'keep' then d.uncertain_since end,
          last_outcome = $6,
          last_error = case when $2::text = 'parked' and d.part > 1
            then 'the messages before number ' || d.part || ' are on the channel; ' else '' end || $7::text
        from publisher.attempt a
        where a.claim_token = $1
          and d.post_id = a.post_id and d.target = a.target and d.generation = a.generation
          and d.claim_token = $1 and d.lease_until is not null
          and (a.kind = 'call' or not exists (
            select from publisher.attempt late
            where late.post_id = a.post_id and late.target = a.target and late.generation = a.generation
              and late.part = a.part and late.outcome in ('posted', 'found')))
        returning d.target
      ),
      overtaken as (
        update publisher.delivery d set lease_until = null, next_attempt_at = clock_timestamp()
        from publisher.attempt a
        where a.claim_token = $1 and a.kind = 'probe'
          and d.post_id = a.post_id and d.target = a.target and d.generation = a.generation
          and d.claim_token = $1 and d.lease_until is not null
          and exists (
            select from publisher.attempt late
            where late.post_id = a.post_id and late.target = a.target and late.generation = a.generation
              and late.part = a.part and late.outcome in ('posted', 'found'))
      ),
      target as (
        update publisher.target_state t set
          next_allowed_at = greatest(t.next_allowed_at, clock_timestamp() + $10::bigint * interval '1 ms'),
          paused_until = case when $11::text is null or t.paused_until > clock_timestamp()
            then t.paused_until else 'infinity' end,
          pause_reason = case when $11::text is null or t.paused_until > clock_timestamp()
            then t.pause_reason else $11 end,
          pause_cause = case when $11::text is null or t.paused_until > clock_timestamp()
            then t.pause_cause else $13 end,
          moved_from = coalesce($14, t.moved_from),
          moved_to = coalesce($15, t.moved_to)
        from publisher.attempt a
        where a.claim_token = $1 and t.target = a.target
          and ($10::bigint is not null
            or (exists (select from settled) and ($11::text is not null or $14::text is not null)))
      ),
      closed as (
        update publisher.attempt set ended_at = clock_timestamp(), outcome = $6, code = $8, message = $7,
          duration_ms = $9, late = not exists (select from settled)
        where claim_token = $1 and ended_at is null
      )
      select from settled
      """;

  private final Database database;

  Settle(Database database) {
    this.database = database;
  }

  /**
   * Settles it.
   *
   * @param token the claim's
   * @param transition where to; its next state is not {@code posted}
   * @param answer the attempt's row
   * @param answeredAgo how long ago the answer came: of a time to wait it has passed
   * @return whether it took effect now
   */
  boolean settle(UUID token, Transition transition, Answer answer, Duration answeredAgo) {
    Row row = Row.of(transition.next());
    TargetEffect effect = transition.effect();
    return database
            .runRepeatable(
                SETTLE,
                token,
                transition.next().state().wireName(),
                row.refund(),
                row.dueIn().toMillis(),
                row.uncertainty(),
                answer.outcome(),
                Answer.storable(transition.next().why()),
                answer.code(),
                answer.duration().toMillis(),
                effect instanceof TargetEffect.Hold hold ? leftMs(hold, answeredAgo) : null,
                effect instanceof TargetEffect.Pause pause ? Answer.storable(pause.reason()) : null,
                row.formStep(),
                effect instanceof TargetEffect.Pause pause ? pause.cause().wireName() : null,
                effect instanceof TargetEffect.Redirect to ? to.move().from() : null,
                effect instanceof TargetEffect.Redirect to ? to.move().to() : null,
                transition.next() instanceof Transition.Repeat)
            .rowCount()
        > 0;
  }

  // Rounded up: it is never undercut.
  private static Long leftMs(TargetEffect.Hold hold, Duration answeredAgo) {
    Duration left = hold.duration().minus(answeredAgo);
    return left.isNegative() ? null : left.toMillis() + 1;
  }

  /** A next state as columns. */
  private record Row(int refund, Duration dueIn, String uncertainty, int formStep) {

    static Row of(Transition.Next next) {
      if (next instanceof Transition.Retry retry) {
        return new Row(refund(retry.cost()), retry.in(), "clear", 0);
      }
      if (next instanceof Transition.Unknown unknown) {
        return new Row(refund(unknown.cost()), unknown.in(), "begin", 0);
      }
      if (next instanceof Transition.Repeat repeat) {
        return new Row(0, repeat.in(), "begin", 0);
      }
      if (next instanceof Transition.Plainer plainer) {
        return new Row(1, Duration.ZERO, uncertainty(plainer.earlier()), 1);
      }
      if (next instanceof Transition.Parked parked) {
        return new Row(0, Duration.ZERO, uncertainty(parked.existence()), 0);
      }
      throw new IllegalArgumentException("what is posted is written by Complete or Advance");
    }

    private static String uncertainty(Existence existence) {
      return existence == Existence.POSSIBLE ? "keep" : "clear";
    }

    private static int refund(Cost cost) {
      return cost == Cost.NOTHING ? 1 : 0;
    }
  }
}
