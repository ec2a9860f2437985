package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Rendered;
import io.vertx.mutiny.sqlclient.Row;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Claims due deliveries of one target in one committed statement: first tries, retries, repetitions
 * by key and probes take this one path.
 *
 * <p>Under READ COMMITTED a statement that waited for a row's lock has counted the calls in flight
 * in a snapshot from before the wait. So {@code gate} takes the target's row only if nobody has
 * claimed since that snapshot: {@code claims} is compared with the row's newest version. A claimer
 * that lost the race takes nothing and is woken again. {@code gate} writes only when something is
 * ready: an idle claim costs no WAL.
 *
 * <p>A delivery with a command that waits for the end of its claim is not claimed again before
 * that.
 *
 * <p>A post whose first part is out comes before others, so that its parts stand together. {@code
 * begun} and {@code unbegun} are read in the order of their indexes and stop at their limit: a
 * backlog of any length costs a claim nothing.
 */
final class ClaimDue {

  static final String CLAIM =
      """
      with clock as materialized (select clock_timestamp() as now),
      seen as materialized (
        select t.target, t.claims, t.companion, t.moved_from, t.moved_to,
          (select count(*) from publisher.delivery f
           where f.target = t.target and f.lease_until > clock.now) as in_flight
        from publisher.target_state t, clock where t.target = $1
      ),
      begun as (
        select %2$s from publisher.delivery d where %1$s and d.part > 1
        order by d.next_attempt_at, d.created_at limit $11::int
      ),
      unbegun as (
        select %2$s from publisher.delivery d where %1$s and d.part = 1
        order by d.next_attempt_at, d.created_at limit $11::int
      ),
      ready as materialized (
        select d.place, d.post_id, d.generation, d.state, d.claim_token, d.next_attempt_at, d.part,
          case when companion.state = 'posted' then companion.external_url end as companion_url,
          case
            when d.state <> 'unknown' then 'call'
            when d.attempt < $10::int
             and coalesce(d.age_since, d.created_at) > clock.now - $7::bigint * interval '1 ms'
             and d.uncertain_since + ($9::bigint - $4::bigint) * interval '1 ms' > clock.now then 'call'
            else 'probe'
          end as kind
        from clock, seen
        cross join (select * from begun union all select * from unbegun) d
        left join lateral (
          select c.state, c.external_url from publisher.delivery c
          where c.post_id = d.post_id and c.target = seen.companion
          order by c.generation desc limit 1
        ) companion on true
        where (d.state = 'unknown'
            or seen.companion is null
            or d.is_rendered
            or companion.state in ('posted', 'parked', 'skipped')
            or d.created_at <= clock.now - $8::bigint * interval '1 ms')
          and not exists (
            select from publisher.command c
            where c.result is null and c.post_id = d.post_id and c.target = d.target)
        order by (d.part > 1) desc, d.next_attempt_at, d.created_at
        limit cardinality($2::uuid[])
      ),
      gate as (
        update publisher.target_state t set claims = t.claims + 1
        from seen, clock
        where t.target = seen.target
          and t.claims = seen.claims
          and seen.in_flight < t.max_in_flight
          and (t.paused_until is null or t.paused_until <= clock.now)
          and (t.operator_pause_until is null or t.operator_pause_until <= clock.now)
          and (t.next_allowed_at is null or t.next_allowed_at <= clock.now)
          and exists (select from ready)
        returning t.max_in_flight - seen.in_flight as free
      ),
      locked as (
        select d.post_id, d.target, d.generation, ready.kind, ready.companion_url,
          greatest(d.last_call_deadline + $6::bigint * interval '1 ms' - clock.now, interval '0') as certain_in
        from gate, clock, ready
        join publisher.delivery d
          on d.ctid = ready.place and d.post_id = ready.post_id and d.target = $1
            and d.generation = ready.generation
        where d.state = ready.state
          and d.claim_token is not distinct from ready.claim_token
          and (d.lease_until is null or d.lease_until <= clock.now)
        order by (ready.part > 1) desc, ready.next_attempt_at
        limit (select free from gate)
        for update of d skip locked
      ),
      numbered as (select locked.*, row_number() over () as n from locked),
      claimed as (
        update publisher.delivery d set
          state = case when n.kind = 'call' then 'sending' else d.state end,
          claim_token = ($2::uuid[])[n.n],
          lease_until = clock.now + $5::bigint * interval '1 ms',
          attempt = d.attempt + (n.kind = 'call')::int,
          probes = case when n.kind = 'call' then 0 else d.probes + 1 end,
          last_call_deadline = case when n.kind = 'call'
            then clock.now + $4::bigint * interval '1 ms' else d.last_call_deadline end
        from numbered n, clock
        where d.post_id = n.post_id and d.target = n.target and d.generation = n.generation
        returning d.*, n.kind, n.companion_url, n.certain_in, n.n
      ),
      logged as (
        insert into publisher.attempt
          (claim_token, post_id, target, generation, part, kind, number, replica, started_at)
        select c.claim_token, c.post_id, c.target, c.generation, c.part, c.kind,
          case when c.kind = 'call' then c.attempt else c.probes end, $3, clock.now
        from claimed c, clock
      )
      select c.claim_token, c.kind, c.post_id, c.generation, c.event_id, c.part, c.form,
        seen.moved_from, seen.moved_to,
        c.payload::text as payload, c.rendered::text as rendered, c.companion_url,
        c.attempt, c.probes, c.uncertain_since,
        ceil(extract(epoch from c.certain_in) * 1000)::bigint as certain_in_ms,
        late.external_id as late_id, late.external_url as late_url,
        others.ids as others_ids, others.siblings as sibling_ids, others.later as later_ids, others.last_before
      from claimed c
      cross join seen
      left join lateral (
        select array_agg(o.external_id) as ids,
          array_agg(o.external_id) filter (where o.post_id = c.post_id) as siblings,
          array_agg(o.external_id) filter (where o.posted_at >= c.uncertain_since) as later,
          (array_agg(o.external_id order by o.posted_at desc)
            filter (where o.posted_at < c.uncertain_since))[1] as last_before
        from (
          (select post_id, external_id, posted_at from publisher.delivery
           where target = c.target and posted_at is not null and c.kind = 'probe'
           order by posted_at desc limit 1000)
          union all
          (select post_id, external_id, posted_at from publisher.part
           where target = c.target and c.kind = 'probe' order by posted_at desc limit 1000)
        ) o
      ) others on c.kind = 'probe'
      left join lateral (
        select a.external_id, a.external_url from publisher.attempt a
        where a.post_id = c.post_id and a.target = c.target and a.generation = c.generation
          and a.part = c.part and a.outcome in ('posted', 'found')
        order by a.started_at limit 1
      ) late on true
      order by c.n
      """
          .formatted(
              """
              d.target = $1 and d.state in ('pending', 'retry', 'unknown')
              and d.next_attempt_at <= (select now from clock)
              and (d.lease_until is null or d.lease_until <= (select now from clock))
              and (d.state = 'unknown'
                or coalesce(d.age_since, d.created_at) > (select now from clock) - $7::bigint * interval '1 ms')\
              """,
              """
              d.ctid as place, d.post_id, d.target, d.generation, d.state, d.claim_token, d.part, d.attempt, d.created_at,
              d.age_since, d.next_attempt_at, d.uncertain_since, d.rendered is not null as is_rendered\
              """);

  private final Database database;
  private final String replica;

  /**
   * @param replica this process's name in the attempts' rows
   */
  ClaimDue(Database database, String replica) {
    this.database = database;
    this.replica = replica;
  }

  /**
   * Claims what is due now, honouring the target's pause, hold and max-in-flight over all replicas.
   *
   * @param tokens fresh random tokens, as many as calls can be made at once here, 1 or more. The
   *     caller chooses them so that it can give back by {@link ReleaseClaims} what a statement
   *     claimed whose answer was lost.
   * @return empty if nothing is due or the target admits nothing
   * @throws RuntimeException if the database fails; whether anything was claimed is then unknown
   */
  List<Claim> claimDue(OpenTarget target, List<UUID> tokens) {
    return claimDue(target, tokens, Integer.MAX_VALUE);
  }

  /**
   * As {@link #claimDue(OpenTarget, List)}, looking at no more than so many deliveries that are
   * due, the first in order: behind thousands that wait for their companions it may miss one that
   * is ready.
   */
  List<Claim> claimDue(OpenTarget target, List<UUID> tokens, int lookAt) {
    DeliveryPolicy policy = target.policy();
    // Read before the statement: our deadline passes no later than the one that is stored.
    Deadline deadline = Deadline.after(policy.timeout());
    List<Claim> claims = new ArrayList<>();
    for (Row row :
        database.run(
            CLAIM,
            target.name(),
            tokens.toArray(UUID[]::new),
            replica,
            policy.timeout().toMillis(),
            policy.lease().toMillis(),
            policy.probeSettle().toMillis(),
            policy.maxAge().toMillis(),
            policy.companionWait().toMillis(),
            target.channel().keyWindow().toMillis(),
            policy.maxAttempts(),
            lookAt)) {
      claims.add(read(target, row, deadline));
    }
    return claims;
  }

  private static Claim read(OpenTarget target, Row row, Deadline deadline) {
    int part = row.getInteger("part");
    return new Claim(
        row.getUUID("claim_token"),
        row.getString("kind").equals("call") ? Claim.Kind.CALL : Claim.Kind.PROBE,
        row.getUUID("post_id"),
        target.name(),
        row.getInteger("generation"),
        part,
        row.getInteger("form"),
        key(row.getUUID("event_id"), part),
        row.getString("payload"),
        Optional.ofNullable(row.getString("rendered")).map(Rendered::parse),
        Optional.ofNullable(row.getString("companion_url")).flatMap(ClaimDue::address),
        row.getInteger("attempt"),
        row.getInteger("probes"),
        Optional.ofNullable(row.getOffsetDateTime("uncertain_since"))
            .map(OffsetDateTime::toInstant),
        Duration.ofMillis(row.getLong("certain_in_ms")),
        Optional.ofNullable(row.getString("late_id"))
            .map(id -> new Outcome.Posted(id, orEmpty(row.getString("late_url")))),
        ids(row.getArrayOfStrings("others_ids")),
        ids(row.getArrayOfStrings("sibling_ids")),
        ids(row.getArrayOfStrings("later_ids")),
        Optional.ofNullable(row.getString("last_before")),
        Optional.ofNullable(row.getString("moved_to"))
            .map(to -> new Move(row.getString("moved_from"), to)),
        deadline);
  }

  private static String key(UUID eventId, int part) {
    return part == 1 ? eventId.toString() : eventId + "/" + part;
  }

  // A companion's address that is none costs the link, not the post.
  private static Optional<URI> address(String url) {
    try {
      return Optional.of(new URI(url)).filter(URI::isAbsolute);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static Set<String> ids(String[] ids) {
    return ids == null ? Set.of() : Set.copyOf(List.of(ids));
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
