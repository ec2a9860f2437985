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
    return records;
  }

  /** A delivery of a post of its own, in a state. */
  public void delivery(String target, String state, String createdAt) {
    boolean posted = state.equals("posted");
    execute(
        """
        insert into publisher.delivery (post_id, target, event_id, channel, language, state, payload,
            external_id, external_url, created_at, posted_at)
        values ('%s', '%s', '%s', '%s', '%s', '%s', '{}', %s, %s, '%s', %s)"""
            .formatted(
                UUID.randomUUID(),
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

  /** A target that is paused until a person acts. */
  public void paused(String target, String reason) {
    execute(
        """
        insert into publisher.target_state
          (target, channel, language, paused_until, pause_reason, pause_cause)
        values ('%s', 'telegram', 'ru', 'infinity', '%s', 'configuration')"""
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
            '%sT09:00:00Z')"""
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
