package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Rendered;
import io.vertx.mutiny.sqlclient.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores what will be sent, before the first call and once for all: retries, keys and probes see
 * the same text.
 */
final class Freeze {

  // Sent is what PostgreSQL gives back, by the first call as by every later one. "offset 0" keeps
  // the planner from reading the whole table of attempts for a few rows.
  private static final String FREEZE =
      """
      with given as materialized (
        select * from unnest($1::uuid[], $2::text[]) as given (token, rendered)
      ),
      frozen as (
        update publisher.delivery d set rendered = coalesce(d.rendered, given.rendered::jsonb)
        from given
        cross join lateral (
          select * from publisher.attempt a where a.claim_token = given.token offset 0
        ) a
        where d.post_id = a.post_id and d.target = a.target and d.generation = a.generation
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

  private record Wish(UUID token, Rendered rendered) {}

  /**
   * Freezes it.
   *
   * @return what is stored now, or empty if the claim is no longer ours: then nothing may be sent
   */
  Optional<Rendered> freeze(UUID token, Rendered rendered) {
    return writes.write(new Wish(token, rendered));
  }

  private List<Optional<Rendered>> freezeAll(List<Wish> wishes) {
    Map<UUID, Rendered> frozen = new HashMap<>();
    for (Row row :
        database.runRepeatable(
            FREEZE,
            wishes.stream().map(Wish::token).toArray(UUID[]::new),
            wishes.stream().map(wish -> wish.rendered().json()).toArray(String[]::new))) {
      frozen.put(row.getUUID("token"), Rendered.parse(row.getString("rendered")));
    }
    return wishes.stream().map(wish -> Optional.ofNullable(frozen.get(wish.token()))).toList();
  }
}
