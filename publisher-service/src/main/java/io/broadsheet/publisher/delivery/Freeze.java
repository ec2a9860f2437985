package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Rendered;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowIterator;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores what will be sent, before the first call and once for all: retries, keys and probes see
 * the same text.
 */
final class Freeze {

  private static final String FREEZE =
      """
      update publisher.delivery d set rendered = coalesce(d.rendered, $2::text::jsonb)
      from publisher.attempt a
      where a.claim_token = $1
        and d.post_id = a.post_id and d.target = a.target and d.generation = a.generation
        and d.claim_token = $1 and d.lease_until is not null
      returning d.rendered::text as rendered
      """;

  private final Database database;

  Freeze(Database database) {
    this.database = database;
  }

  /**
   * Freezes it.
   *
   * @return what is stored now, or empty if the claim is no longer ours: then nothing may be sent
   */
  Optional<Rendered> freeze(UUID token, Rendered rendered) {
    RowIterator<Row> rows = database.runRepeatable(FREEZE, token, rendered.json()).iterator();
    return rows.hasNext()
        ? Optional.of(Rendered.parse(rows.next().getString("rendered")))
        : Optional.empty();
  }
}
