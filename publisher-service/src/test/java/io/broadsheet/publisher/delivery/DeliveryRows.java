package io.broadsheet.publisher.delivery;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.testing.MigratedDatabase;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** Posts and their deliveries in a test's database. */
record DeliveryRows(MigratedDatabase database) {

  /** A new post. */
  UUID post() {
    UUID id = UUID.randomUUID();
    database.execute(
        "insert into generator.edition (edition_date, content_type) values ('2026-11-30', 'digest')"
            + " on conflict do nothing");
    database.execute(
        """
        insert into generator.blog_posts
          (id, edition_date, language, content_type, slug, title, summary, body_markdown, canonical_url)
        values (?, '2026-11-30', ?, 'digest', ?, 't', 's', 'b', 'https://example.org')
        """,
        id,
        id.toString(),
        id.toString());
    return id;
  }

  /** The event of a post for a target. */
  static PostEvent event(UUID post, OpenTarget target, String slug) {
    return new PostEvent(
        1,
        post,
        target.name(),
        target.target().channel().wireName(),
        target.target().language(),
        1,
        LocalDate.of(2026, 11, 30),
        "digest",
        slug,
        "Title",
        "Summary",
        "Body",
        List.of(),
        "https://example.org/ru/" + slug);
  }

  /** Puts a delivery of an event into the inbox's table, as if it were of that age. */
  void due(PostEvent event, OpenTarget target, Duration age) {
    database.execute(
        """
        insert into publisher.delivery
          (post_id, target, event_id, channel, language, payload, created_at)
        values (?, ?, gen_random_uuid(), ?, ?, ?::jsonb, clock_timestamp() - ? * interval '1 ms')
        """,
        event.postId(),
        target.name(),
        target.target().channel().wireName(),
        target.target().language(),
        EventFormat.write(event),
        age.toMillis());
  }

  /** A column of a delivery as text, or null. */
  String delivery(String column, UUID post, OpenTarget target) {
    return database
        .query(
            "select (%s)::text from publisher.delivery where post_id = ? and target = ?"
                .formatted(column),
            post,
            target.name())
        .get(0);
  }
}
