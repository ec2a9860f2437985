package io.broadsheet.publisher.inbox;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Turns a batch of events into pending deliveries, in one statement. What is there already stays as
 * it is, so a record may come any number of times.
 */
@ApplicationScoped
class Deposit {

  private static final String DEPOSIT =
      """
      insert into publisher.delivery
        (post_id, target, generation, event_id, channel, language, payload, created_at)
      select post_id, target, generation, event_id, channel, language, payload::jsonb, created_at
      from unnest($1::uuid[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::text[], $7::text[],
        $8::timestamptz[])
        as e (post_id, target, generation, event_id, channel, language, payload, created_at)
      on conflict do nothing
      returning target
      """;

  private final Database database;

  Deposit(Database database) {
    this.database = database;
  }

  /**
   * Deposits them.
   *
   * @return the target of each new delivery
   */
  List<String> deposit(List<Arrival> arrivals) {
    List<String> targets = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            DEPOSIT,
            column(arrivals, a -> a.post().postId(), UUID[]::new),
            column(arrivals, a -> a.post().target(), String[]::new),
            column(arrivals, a -> a.post().generation(), Integer[]::new),
            column(arrivals, Arrival::eventId, UUID[]::new),
            column(arrivals, a -> a.post().channel(), String[]::new),
            column(arrivals, a -> a.post().language(), String[]::new),
            column(arrivals, Arrival::payload, String[]::new),
            column(arrivals, Arrival::createdAt, OffsetDateTime[]::new))) {
      targets.add(row.getString("target"));
    }
    return targets;
  }

  private static <T> Object column(
      List<Arrival> arrivals, Function<Arrival, T> value, IntFunction<T[]> array) {
    return arrivals.stream().map(value).toArray(array);
  }
}
