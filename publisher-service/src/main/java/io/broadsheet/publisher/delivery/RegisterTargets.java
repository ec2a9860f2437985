package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import java.util.Collection;

/**
 * Writes the configured targets' rows of {@code target_state}. Holds and pauses stay: what ends a
 * pause is what it waits for.
 */
final class RegisterTargets {

  private static final String REGISTER =
      """
      insert into publisher.target_state as t (target, channel, language, companion, max_in_flight)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
      on conflict (target) do update set
        channel = excluded.channel, language = excluded.language, companion = excluded.companion,
        max_in_flight = excluded.max_in_flight
      where (t.channel, t.language, t.companion, t.max_in_flight) is distinct from
          (excluded.channel, excluded.language, excluded.companion, excluded.max_in_flight)
      """;

  private final Database database;

  RegisterTargets(Database database) {
    this.database = database;
  }

  /** Registers them. */
  void registerTargets(Collection<OpenTarget> targets) {
    database.runRepeatable(
        REGISTER,
        targets.stream().map(OpenTarget::name).toArray(String[]::new),
        targets.stream().map(t -> t.target().channel().wireName()).toArray(String[]::new),
        targets.stream().map(t -> t.target().language()).toArray(String[]::new),
        targets.stream().map(t -> t.policy().companion().orElse(null)).toArray(String[]::new),
        targets.stream().map(t -> t.policy().maxInFlight()).toArray(Integer[]::new));
  }
}
