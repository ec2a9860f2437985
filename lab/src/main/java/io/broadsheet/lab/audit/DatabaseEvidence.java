package io.broadsheet.lab.audit;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Command;
import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Key;
import io.broadsheet.lab.audit.Evidence.Message;
import io.broadsheet.lab.audit.Evidence.Part;
import io.broadsheet.lab.audit.Evidence.Post;
import io.broadsheet.lab.audit.Evidence.TargetState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What the database says, in one snapshot.
 *
 * @param posts as {@link Evidence#posts()}; the others likewise
 */
public record DatabaseEvidence(
    List<Post> posts,
    List<Message> outbox,
    List<Command> commands,
    Set<UUID> deadLetters,
    List<Delivery> deliveries,
    List<Part> parts,
    List<Attempt> attempts,
    List<TargetState> targets) {

  /**
   * Reads it.
   *
   * @param connection one that may read both schemas; it is left in its snapshot's transaction
   */
  public static DatabaseEvidence read(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    Reader reader = new Reader(connection);
    return new DatabaseEvidence(
        reader.list("select * from generator.blog_posts", DatabaseEvidence::post),
        reader.list(
            "select id, type, target, aggregate_id, generation from generator.outbox order by seq",
            row ->
                new Message(
                    row.getObject("id", UUID.class),
                    row.getString("type"),
                    row.getString("target"),
                    row.getObject("aggregate_id", UUID.class),
                    row.getInt("generation"))),
        reader.list(
            """
            select c.*, coalesce(r.include_skipped and not r.dry_run, false) as revives_skipped
            from publisher.command c left join publisher.replay r on r.id = c.id
            order by c.ordered_at
            """,
            row ->
                new Command(
                    row.getObject("id", UUID.class),
                    row.getString("kind"),
                    row.getString("target"),
                    row.getObject("post_id", UUID.class),
                    row.getObject("generation", Integer.class),
                    row.getLong("seq"),
                    row.getString("result"),
                    row.getBoolean("revives_skipped"))),
        reader.ids("select outbox_id from publisher.dead_letter where outbox_id is not null"),
        reader.list(
            """
            select d.*, payload->>'title' as title,
              coalesce(jsonb_array_length(rendered), 1) as parts,
              extract(epoch from clock_timestamp() - next_attempt_at) * 1000 as overdue_ms
            from publisher.delivery d order by created_at
            """,
            DatabaseEvidence::delivery),
        reader.list(
            "select * from publisher.part",
            row -> new Part(key(row), row.getInt("part"), row.getString("external_id"))),
        reader.list(
            """
            select a.*, d.claim_token is not distinct from a.claim_token as current
            from publisher.attempt a join publisher.delivery d using (post_id, target, generation)
            order by a.started_at
            """,
            row ->
                new Attempt(
                    key(row),
                    row.getInt("part"),
                    row.getBoolean("current"),
                    row.getString("kind"),
                    row.getString("replica"),
                    instant(row, "started_at"),
                    instant(row, "ended_at"),
                    row.getString("outcome"),
                    row.getString("external_id"))),
        reader.list(
            """
            select target,
              coalesce(greatest(paused_until, operator_pause_until) > clock_timestamp(), false)
                as paused,
              coalesce(operator_pause_reason, pause_reason) as pause_reason
            from publisher.target_state
            """,
            row ->
                new TargetState(
                    row.getString("target"),
                    row.getBoolean("paused"),
                    row.getString("pause_reason"))));
  }

  private static Post post(ResultSet row) throws SQLException {
    Map<ChannelKind, Instant> stamps = new EnumMap<>(ChannelKind.class);
    for (ChannelKind channel : ChannelKind.values()) {
      Instant stamp = instant(row, channel.postedAtColumn());
      if (stamp != null) {
        stamps.put(channel, stamp);
      }
    }
    Map<String, Instant> postedAt = new TreeMap<>();
    stamps.forEach((channel, stamp) -> postedAt.put(channel.wireName(), stamp));
    return new Post(
        row.getObject("id", UUID.class),
        row.getString("edition_date"),
        row.getString("language"),
        row.getString("title"),
        postedAt);
  }

  private static Delivery delivery(ResultSet row) throws SQLException {
    return new Delivery(
        key(row),
        row.getObject("event_id", UUID.class),
        row.getString("channel"),
        row.getString("title"),
        row.getString("state"),
        row.getInt("parts"),
        row.getInt("part"),
        row.getString("external_id"),
        instant(row, "uncertain_since") != null,
        instant(row, "lease_until") != null,
        row.getLong("overdue_ms"),
        instant(row, "posted_at"),
        row.getString("last_error"));
  }

  private static Key key(ResultSet row) throws SQLException {
    return new Key(
        row.getObject("post_id", UUID.class), row.getString("target"), row.getInt("generation"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp timestamp = row.getTimestamp(column);
    return timestamp == null ? null : timestamp.toInstant();
  }

  /** One row as one value. */
  private interface Mapping<T> {
    T of(ResultSet row) throws SQLException;
  }

  private record Reader(Connection connection) {

    <T> List<T> list(String sql, Mapping<T> mapping) throws SQLException {
      try (var statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        List<T> list = new ArrayList<>();
        while (rows.next()) {
          list.add(mapping.of(rows));
        }
        return list;
      }
    }

    Set<UUID> ids(String sql) throws SQLException {
      return new HashSet<>(list(sql, row -> row.getObject(1, UUID.class)));
    }
  }
}
