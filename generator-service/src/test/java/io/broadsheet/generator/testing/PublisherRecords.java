package io.broadsheet.generator.testing;

import io.broadsheet.embedded.TestStack;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** Writes, as the owner, what the publisher would have recorded. */
public final class PublisherRecords {

  private final String database;

  private PublisherRecords(String database) {
    this.database = database;
  }

  /** Those of the database of a JDBC URL, emptied. */
  public static PublisherRecords of(String jdbcUrl) {
    String path = URI.create(jdbcUrl.substring("jdbc:".length())).getPath();
    PublisherRecords records = new PublisherRecords(path.substring(1));
    records.execute("delete from publisher.delivery");
    records.execute("delete from publisher.target_state");
    records.execute("delete from publisher.command");
    records.execute("delete from publisher.dead_letter");
    return records;
  }

  /** A delivery of a post of its own, in a state. */
  public void delivery(String target, String state, String createdAt) {
    delivery(UUID.randomUUID(), target, state, createdAt);
  }

  /** A delivery of a post, in a state. */
  public void delivery(UUID post, String target, String state) {
    delivery(post, target, state, "2026-03-09T09:00:00Z");
  }

  private void delivery(UUID post, String target, String state, String createdAt) {
    boolean posted = state.equals("posted");
    execute(
        """
        insert into publisher.delivery (post_id, target, event_id, channel, language, state, payload,
            external_id, external_url, created_at, posted_at)
        values ('%s', '%s', '%s', '%s', '%s', '%s', '{}', %s, %s, '%s', %s)\
        """
            .formatted(
                post,
                target,
                UUID.randomUUID(),
                target.substring(0, target.indexOf('-')),
                target.substring(target.indexOf('-') + 1),
                state,
                posted ? "'1'" : "null",
                posted ? "'https://t.me/x/1'" : "null",
                createdAt,
                posted ? "'" + createdAt + "'" : "null"));
  }

  /** The event of a post, or a command, that was put aside; {@code id} is its outbox row. */
  public void deadLetter(UUID id, UUID post, String target, String type, String reason) {
    execute(
        """
        insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
        values ('%s', 'a', '%s', '%s', '%s', '{}')\
        """
            .formatted(id, target, post, type));
    execute(
        """
        insert into publisher.dead_letter (topic, partition, "offset", outbox_id, reason)
        values ('broadsheet.post.a', 0, 0, '%s', '%s')\
        """
            .formatted(id, reason));
  }

  /** What the publisher made of a command in the outbox. */
  public void settled(String command, String result, String reason) {
    execute(
        """
        insert into publisher.command
          (id, seq, target, kind, operator, ordered_at, event, result, reason, settled_at)
        select id, seq, target, payload #>> '{command,kind}', payload ->> 'operator', created_at, payload,
          '%s', '%s', now()
        from generator.outbox where id = '%s'\
        """
            .formatted(result, reason, command));
  }

  /** A replay that the publisher has taken, in a state, of a command that is settled. */
  public void replay(String id, String state) {
    execute(
        """
        insert into publisher.replay (id, seq, channel, target, from_time, to_time, dry_run, include_old,
          include_parked, include_skipped, operator, ordered_at, state, partitions, records, missing, due,
          last_error, ended_at)
        select id, seq, event #>> '{command,channel}', event #>> '{command,target}',
          (event #>> '{command,from}')::timestamptz, (event #>> '{command,to}')::timestamptz,
          (event #>> '{command,dryRun}')::boolean, false, (event #>> '{command,includeParked}')::boolean, false,
          operator, ordered_at, '%1$s',
          '[{"partition":0,"from":3,"position":5,"end":9}]', 7, 2, 2,
          case '%1$s' when 'running' then 'no broker' end, case '%1$s' when 'finished' then now() end
        from publisher.command where id = '%2$s'\
        """
            .formatted(state, id));
  }

  /** A replay has reached another state. */
  public void replayEnded(String id) {
    execute(
        "update publisher.replay set state = 'finished', ended_at = now() where id = '%s'"
            .formatted(id));
  }

  /** A target that is paused until a person acts. */
  public void paused(String target, String reason) {
    execute(
        """
        insert into publisher.target_state
          (target, channel, language, paused_until, pause_reason, pause_cause)
        values ('%s', 'telegram', 'ru', 'infinity', '%s', 'configuration')\
        """
            .formatted(target, reason));
  }

  /** A published edition with one post that stands on Telegram. */
  public void posted(String date) {
    execute(
        "insert into generator.edition (edition_date, content_type, state) values ('%s', 'howto', 'published')"
            .formatted(date));
    execute(
        """
        insert into generator.blog_posts (id, edition_date, language, content_type, slug, title,
            summary, body_markdown, canonical_url, telegram_posted_at)
        values (gen_random_uuid(), '%s', 'ru', 'howto', 's', 't', 's', 'b', 'https://example.org/ru/s',
            '%sT09:00:00Z')\
        """
            .formatted(date, date));
  }

  private void execute(String sql) {
    try (Connection connection = TestStack.shared().postgreSql().migrator(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
