package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.target.ChannelKind;
import io.vertx.mutiny.sqlclient.Row;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Makes a delivery {@code posted}, stamps its post and closes the attempt, in one statement guarded
 * by the claim's token: all or nothing, and safe to repeat when the answer is lost. A post in
 * several parts is known by its first.
 */
final class Complete {

  // The posts are locked in their order: another channel's group may stamp the same ones.
  private static final String COMPLETE =
      """
      with given as materialized (
        select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::text[],
            $7::text[], $8::text[], $9::text[], $10::bigint[])
          as given (token, post_id, target, generation, external_id, external_url, outcome, code,
            message, duration_ms)
      ),
      posted as (
        update publisher.delivery d set
          state = 'posted',
          posted_at = clock_timestamp(),
          external_id = coalesce(begun.external_id, given.external_id),
          external_url = coalesce(begun.external_url, given.external_url),
          lease_until = null,
          uncertain_since = null,
          last_outcome = given.outcome,
          last_error = null
        from given
        left join publisher.part begun on begun.post_id = given.post_id
          and begun.target = given.target and begun.generation = given.generation and begun.part = 1
        where d.post_id = given.post_id and d.target = given.target and d.generation = given.generation
          and d.claim_token = given.token and d.lease_until is not null
        returning given.token, given.external_id, given.external_url,
          d.post_id, d.target, d.generation, d.part, d.posted_at
      ),
      ledger as (
        insert into publisher.part (post_id, target, generation, part, external_id, external_url, posted_at)
        select post_id, target, generation, part, external_id, external_url, posted_at
        from posted where part > 1
      ),
      unstamped as (
        select p.id, posted.posted_at
        from posted join generator.blog_posts p on p.id = posted.post_id
        where p.%1$s is null
        order by p.id
        for no key update of p
      ),
      stamped as (
        update generator.blog_posts p set %1$s = unstamped.posted_at
        from unstamped where p.id = unstamped.id and p.%1$s is null
      ),
      closed as (
        update publisher.attempt a set ended_at = clock_timestamp(), outcome = given.outcome,
          code = given.code, message = given.message, external_id = given.external_id,
          external_url = given.external_url, duration_ms = given.duration_ms,
          late = not exists (select from posted where posted.token = given.token)
        from given where a.claim_token = given.token and a.ended_at is null
      )
      select token from posted
      """;

  private final Database database;
  private final Map<String, GroupedWrite<Effect, Boolean>> writes = new ConcurrentHashMap<>();

  Complete(Database database) {
    this.database = database;
  }

  private record Effect(Claim claim, Transition.Posted posted, Answer answer) {}

  /**
   * Completes it. The post's {@code <channel>_posted_at} is set only where it is still null.
   *
   * @param channel whose column is stamped
   * @param claim under which the call was made; only its target's share the statement
   * @param posted the effect
   * @param answer the attempt's row
   * @return whether it took effect now
   */
  boolean complete(ChannelKind channel, Claim claim, Transition.Posted posted, Answer answer) {
    return writes
        .computeIfAbsent(claim.target(), target -> writesOf(channel))
        .write(new Effect(claim, posted, answer));
  }

  private GroupedWrite<Effect, Boolean> writesOf(ChannelKind channel) {
    String statement = COMPLETE.formatted(channel.postedAtColumn());
    return new GroupedWrite<>(effects -> completeAll(statement, effects));
  }

  private List<Boolean> completeAll(String statement, List<Effect> effects) {
    Set<UUID> written = new HashSet<>();
    for (Row row :
        database.runRepeatable(
            statement,
            column(effects, effect -> effect.claim().token(), UUID[]::new),
            column(effects, effect -> effect.claim().postId(), UUID[]::new),
            column(effects, effect -> effect.claim().target(), String[]::new),
            column(effects, effect -> effect.claim().generation(), Integer[]::new),
            column(effects, effect -> effect.posted().externalId(), String[]::new),
            column(effects, effect -> effect.posted().externalUrl(), String[]::new),
            column(effects, effect -> effect.answer().outcome(), String[]::new),
            column(effects, effect -> effect.answer().code(), String[]::new),
            column(effects, effect -> effect.answer().message(), String[]::new),
            column(effects, effect -> effect.answer().duration().toMillis(), Long[]::new))) {
      written.add(row.getUUID("token"));
    }
    return effects.stream().map(effect -> written.contains(effect.claim().token())).toList();
  }

  private static <T> Object column(
      List<Effect> effects, Function<Effect, T> value, IntFunction<T[]> array) {
    return effects.stream().map(value).toArray(array);
  }
}
