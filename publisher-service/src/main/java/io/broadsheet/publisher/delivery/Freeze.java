package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Rendered;
import io.vertx.mutiny.sqlclient.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Stores what will be sent, before the first call and once for all: retries, keys and probes see
 * the same text.
 */
final class Freeze {

  // Sent is what PostgreSQL gives back, by the first call as by every later one.
  private static final String FREEZE =
      """
      with given as materialized (
        select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[])
          as given (token, post_id, target, generation, rendered)
      ),
      frozen as (
        update publisher.delivery d set rendered = coalesce(d.rendered, given.rendered::jsonb)
        from given
        where d.post_id = given.post_id and d.target = given.target and d.generation = given.generation
          and d.claim_token = given.token and d.lease_until is not null
        returning given.token, d.rendered::text as rendered
      )
      select token, rendered from frozen
      """;

  private final Database database;
  private final GroupedWrite<Wish, Optional<Rendered>> writes = new GroupedWrite<>(this::freezeAll);

  Freeze(Database database) {
    this.database = database;
  }

  private record Wish(Claim claim, Rendered rendered) {}

  /**
   * Freezes it.
   *
   * @return what is stored now, or empty if the claim is no longer ours: then nothing may be sent
   */
  Optional<Rendered> freeze(Claim claim, Rendered rendered) {
    return writes.write(new Wish(claim, rendered));
  }

  private List<Optional<Rendered>> freezeAll(List<Wish> wishes) {
    Map<UUID, Rendered> frozen = new HashMap<>();
    for (Row row :
        database.runRepeatable(
            FREEZE,
            column(wishes, Claim::token, UUID[]::new),
            column(wishes, Claim::postId, UUID[]::new),
            column(wishes, Claim::target, String[]::new),
            column(wishes, Claim::generation, Integer[]::new),
            wishes.stream().map(wish -> wish.rendered().json()).toArray(String[]::new))) {
      frozen.put(row.getUUID("token"), Rendered.parse(row.getString("rendered")));
    }
    return wishes.stream()
        .map(wish -> Optional.ofNullable(frozen.get(wish.claim().token())))
        .toList();
  }

  private static <T> Object column(
      List<Wish> wishes, Function<Claim, T> value, IntFunction<T[]> array) {
    return wishes.stream().map(wish -> value.apply(wish.claim())).toArray(array);
  }
}
