package io.broadsheet.lab.scenario;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Writes posts as the publish transaction and the inbox do.
 *
 * @param connection as the owner of both schemas; the caller commits
 */
record PostRows(Connection connection) {

  /**
   * Publishes an edition of one post, and takes its events in.
   *
   * @param events the post's, one for each of its targets
   */
  void publish(List<PostEvent> events) throws SQLException {
    PostEvent post = events.get(0);
    run(
        "insert into generator.edition (edition_date, content_type, state)"
            + " values (?, 'digest', 'published')",
        post.editionDate());
    run(
        """
        insert into generator.blog_posts
          (id, edition_date, language, content_type, slug, title, summary, body_markdown, canonical_url)
        values (?, ?, 'ru', 'digest', ?, ?, ?, ?, ?)
        """,
        post.postId(),
        post.editionDate(),
        post.slug(),
        post.title(),
        post.summary(),
        post.bodyMarkdown(),
        post.canonicalUrl());
    for (PostEvent event : events) {
      takeIn(event);
    }
  }

  private void takeIn(PostEvent event) throws SQLException {
    UUID id = UUID.randomUUID();
    String payload = EventFormat.write(event);
    ChannelKind channel = ChannelKind.find(event.channel()).orElseThrow();
    run(
        """
        insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
        values (?, ?, ?, ?, 'post', ?::jsonb)
        """,
        id,
        Topics.postDestination(channel),
        event.target(),
        event.postId(),
        payload);
    run(
        """
        insert into publisher.delivery
          (post_id, target, event_id, channel, language, payload, created_at)
        values (?, ?, ?, ?, 'ru', ?::jsonb, clock_timestamp())
        """,
        event.postId(),
        event.target(),
        id,
        channel.wireName(),
        payload);
  }

  /** Writes that a post's only delivery was posted. */
  void posted(UUID post, ChannelKind channel, String externalId) throws SQLException {
    run(
        """
        update publisher.delivery
        set state = 'posted', posted_at = transaction_timestamp(), external_id = ?
        where post_id = ?
        """,
        externalId,
        post);
    run(
        "update generator.blog_posts set %s = transaction_timestamp() where id = ?"
            .formatted(channel.postedAtColumn()),
        post);
  }

  private void run(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }
}
