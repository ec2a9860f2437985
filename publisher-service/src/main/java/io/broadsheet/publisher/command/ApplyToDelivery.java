package io.broadsheet.publisher.command;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.delivery.CommandRules;
import io.broadsheet.common.delivery.DeliveryState;
import io.broadsheet.common.delivery.Standing;
import io.broadsheet.common.delivery.Verdict;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.delivery.DueSignals;
import io.broadsheet.publisher.delivery.LaterGeneration;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Judges a command to a delivery by how that stands, and does it. What was judged is the guard of
 * the one statement that changes delivery and command together: if the delivery has moved
 * meanwhile, it is judged anew.
 */
@ApplicationScoped
class ApplyToDelivery {

  private static final int MOST_JUDGEMENTS = 10;

  private static final String STANDING =
      """
      select d.state, d.channel, d.claim_token, d.lease_until, d.command_seq,
        coalesce(d.lease_until > clock_timestamp(), false) as claimed,
        d.uncertain_since is not null or exists (
          select from publisher.attempt late
          where late.post_id = d.post_id and late.target = d.target and late.generation = d.generation
            and late.part = d.part and late.outcome in ('posted', 'found')) as uncertain,
        d.part > 1 as begun,
        d.part,
        case when jsonb_typeof(d.rendered) = 'array' then jsonb_array_length(d.rendered) else 1 end as parts,
        d.command_seq > c.seq as superseded,
        exists (
          select from publisher.command earlier
          where earlier.result is null and earlier.seq < c.seq and earlier.post_id = c.post_id
            and earlier.target = c.target and earlier.generation = c.generation) as behind,
        %s as outdated
      from publisher.command c
      left join publisher.delivery d
        on d.post_id = c.post_id and d.target = c.target and d.generation = c.generation
      where c.id = $1 and c.result is null
      """
          .formatted(LaterGeneration.than("d"));

  // The command's row is locked first: whoever comes second finds its result and changes nothing.
  private static final String APPLY =
      """
      with turn as materialized (
        select seq, post_id, target, generation, operator, order_reason
        from publisher.command where id = $1 and result is null for update
      ),
      changed as (
        update publisher.delivery d set
          %s,
          lease_until = null,
          claim_token = null,
          command_seq = turn.seq
        from turn
        left join publisher.part begun on begun.post_id = turn.post_id and begun.target = turn.target
          and begun.generation = turn.generation and begun.part = 1
        where d.post_id = turn.post_id and d.target = turn.target and d.generation = turn.generation
          and d.state = $2 and d.command_seq = $3
          and d.claim_token is not distinct from $4 and d.lease_until is not distinct from $5
        returning d.post_id, d.target, d.generation, d.part, d.posted_at
      ),
      %s
      settled as (
        update publisher.command c set result = 'applied', reason = %s, settled_at = clock_timestamp()
        from changed where c.id = $1
      )
      select array(
        select t.target from publisher.target_state t where t.target = changed.target or t.companion = changed.target
      ) as wake
      from changed
      """;

  private static final String RETRY =
      APPLY.formatted(
          """
          state = 'retry',
                attempt = 0,
                probes = 0,
                next_attempt_at = clock_timestamp(),
                age_since = clock_timestamp(),
                uncertain_since = null,
                last_outcome = 'retry_ordered',
                last_error = turn.operator || ' ordered a retry' || coalesce(': ' || turn.order_reason, '')
                  || coalesce('; before: ' || d.last_error, '')""",
          "",
          "null");

  private static final String SKIP =
      APPLY.formatted(
          """
          state = 'skipped',
                last_outcome = 'skip_ordered',
                last_error = case when d.part > 1
                  then 'the messages before number ' || d.part || ' are on the channel; ' else '' end
                  || 'skipped by ' || turn.operator || coalesce(': ' || turn.order_reason, '')""",
          "",
          "null");

  // As Complete does it: a post in several parts is known by its first, and each part stands in the
  // ledger.
  private static final String CONFIRM =
      APPLY.formatted(
          """
          state = 'posted',
                posted_at = clock_timestamp(),
                external_id = coalesce(begun.external_id, $6),
                external_url = coalesce(begun.external_url, $7),
                uncertain_since = null,
                last_outcome = 'confirmed',
                last_error = null""",
          """
          ledger as (
            insert into publisher.part (post_id, target, generation, part, external_id, external_url, posted_at)
            select post_id, target, generation, part, $6, $7, posted_at from changed where part > 1
          ),
          stamped as (
            update generator.blog_posts p set %1$s = changed.posted_at
            from changed where p.id = changed.post_id and p.%1$s is null
          ),""",
          "null");

  // As Advance does it, and with its age counted anew as by a retry: the person wants it out.
  private static final String CONFIRM_PART =
      APPLY.formatted(
          """
          state = 'retry',
                part = d.part + 1,
                form = 1,
                attempt = 0,
                probes = 0,
                next_attempt_at = clock_timestamp(),
                age_since = clock_timestamp(),
                last_call_deadline = null,
                uncertain_since = null,
                last_outcome = 'confirmed',
                last_error = null""",
          """
          ledger as (
            insert into publisher.part (post_id, target, generation, part, external_id, external_url)
            select post_id, target, generation, part - 1, $6, $7 from changed
          ),""",
          "$8");

  private final Database database;
  private final CommandRows rows;
  private final DueSignals signals;

  ApplyToDelivery(Database database, CommandRows rows, DueSignals signals) {
    this.database = database;
    this.rows = rows;
    this.signals = signals;
  }

  private record Seen(
      Standing standing,
      String channel,
      int part,
      int parts,
      UUID token,
      OffsetDateTime lease,
      long commandSeq) {

    static final Seen NOTHING = new Seen(null, null, 1, 1, null, null, 0);

    Optional<ChannelKind> kind() {
      return ChannelKind.find(channel);
    }

    /**
     * Whether a person can only mean the message that may be out, and others are to follow. What
     * was skipped stays unsent.
     */
    boolean confirmsOnePart() {
      return standing.uncertain() && part < parts && standing.state() != DeliveryState.SKIPPED;
    }
  }

  /**
   * Applies, refuses or supersedes it, or leaves it waiting.
   *
   * @return empty if it has its result already
   */
  Optional<Verdict> apply(Order order, Command.OfStandingDelivery command) {
    for (int i = 0; i < MOST_JUDGEMENTS; i++) {
      Optional<Seen> seen = seen(order);
      if (seen.isEmpty()) {
        return Optional.empty();
      }
      Verdict verdict = judge(command, seen.get());
      if (!(verdict instanceof Verdict.Apply)) {
        rows.settle(order, verdict);
        return Optional.of(verdict);
      }
      if (change(order, command, seen.get())) {
        return Optional.of(verdict);
      }
    }
    // It moves faster than it can be judged; the next look tries again.
    return Optional.of(new Verdict.Wait());
  }

  private static Verdict judge(Command.OfStandingDelivery command, Seen seen) {
    if (seen.standing() == null) {
      return new Verdict.Refuse("the publisher has no such delivery; publish makes one");
    }
    Verdict verdict = CommandRules.judge(command, seen.standing());
    return verdict instanceof Verdict.Apply
            && command instanceof Command.ConfirmPosted
            && seen.kind().isEmpty()
        ? new Verdict.Refuse(
            "this version has no channel "
                + seen.channel()
                + "; order it again with the version that has it, or skip it")
        : verdict;
  }

  private Optional<Seen> seen(Order order) {
    for (Row row : database.runRepeatable(STANDING, order.id())) {
      return Optional.of(
          row.getString("state") == null
              ? Seen.NOTHING
              : new Seen(
                  standing(row),
                  row.getString("channel"),
                  row.getInteger("part"),
                  row.getInteger("parts"),
                  row.getUUID("claim_token"),
                  row.getOffsetDateTime("lease_until"),
                  row.getLong("command_seq")));
    }
    return Optional.empty();
  }

  private static Standing standing(Row row) {
    return new Standing(
        DeliveryState.of(row.getString("state")),
        row.getBoolean("claimed"),
        row.getBoolean("uncertain"),
        row.getBoolean("begun"),
        row.getBoolean("superseded"),
        row.getBoolean("behind"),
        row.getBoolean("outdated"));
  }

  private boolean change(Order order, Command.OfStandingDelivery command, Seen seen) {
    for (Row row : run(order, command, seen)) {
      signals.raise(List.of(row.getArrayOfStrings("wake")));
      return true;
    }
    return false;
  }

  private Iterable<Row> run(Order order, Command.OfStandingDelivery command, Seen seen) {
    String state = seen.standing().state().wireName();
    if (command instanceof Command.ConfirmPosted confirm) {
      String url = confirm.externalUrl() == null ? "" : confirm.externalUrl();
      return seen.confirmsOnePart()
          ? database.runRepeatable(
              CONFIRM_PART,
              order.id(),
              state,
              seen.commandSeq(),
              seen.token(),
              seen.lease(),
              confirm.externalId(),
              url,
              "message %d of %d is confirmed; the rest goes out"
                  .formatted(seen.part(), seen.parts()))
          : database.runRepeatable(
              CONFIRM.formatted(seen.kind().orElseThrow().postedAtColumn()),
              order.id(),
              state,
              seen.commandSeq(),
              seen.token(),
              seen.lease(),
              confirm.externalId(),
              url);
    }
    return database.runRepeatable(
        command instanceof Command.Retry ? RETRY : SKIP,
        order.id(),
        state,
        seen.commandSeq(),
        seen.token(),
        seen.lease());
  }
}
