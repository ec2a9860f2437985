package io.broadsheet.publisher.inbox;

import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A batch of events as a relation, for the statements that take it whole. */
public final class ArrivalColumns {

  /** The relation {@code e}, to stand after {@code from}; its arguments are $1 to $8. */
  public static final String RELATION =
      """
      unnest($1::uuid[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::text[], $7::text[],
        $8::timestamptz[])
        as e (post_id, target, generation, event_id, channel, language, payload, created_at)""";

  private ArrivalColumns() {}

  /** Its arguments, then those of the rest of the statement. */
  public static Object[] arguments(List<Arrival> arrivals, Object... rest) {
    return Stream.concat(
            Stream.of(
                column(arrivals, a -> a.post().postId(), UUID[]::new),
                column(arrivals, a -> a.post().target(), String[]::new),
                column(arrivals, a -> a.post().generation(), Integer[]::new),
                column(arrivals, Arrival::eventId, UUID[]::new),
                column(arrivals, a -> a.post().channel(), String[]::new),
                column(arrivals, a -> a.post().language(), String[]::new),
                column(arrivals, Arrival::payload, String[]::new),
                column(arrivals, Arrival::createdAt, OffsetDateTime[]::new)),
            Arrays.stream(rest))
        .toArray();
  }

  private static <T> Object column(
      List<Arrival> arrivals, Function<Arrival, T> value, IntFunction<T[]> array) {
    return arrivals.stream().map(value).toArray(array);
  }
}
