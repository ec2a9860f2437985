package io.broadsheet.lab.measure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Posts by SQL, each with its outbox row for one target: what an edition leaves, many times over.
 */
final class Posts {

  /** So long that a payload has about 1 KB. */
  static final int ONE_KILOBYTE = 580;

  private static final String CREATE =
      """
      create function public.lab_payload(post uuid, n int, body int) returns jsonb language sql as $$
        select jsonb_build_object('v', 1, 'postId', post, 'target', '$TARGET', 'channel', '$CHANNEL',
          'language', 'ru', 'generation', 1, 'editionDate', date '2000-01-01' + n, 'contentType', 'review',
          'slug', 'post-' || n, 'title', 'Post number ' || n, 'summary', 'What was measured, and how it was.',
          'bodyMarkdown', rpad('', body, 'A sentence of *some* words that says nothing. '),
          'tags', jsonb_build_array('lab'), 'canonicalUrl', 'https://example.org/ru/post-' || n)
      $$;
      create procedure public.lab_rows(first int, rows int, body int, own_transactions boolean)
      language plpgsql as $$
      declare
        post uuid;
      begin
        for n in first .. first + rows - 1 loop
          post := gen_random_uuid();
          insert into generator.outbox (destination, target, aggregate_id, type, payload)
          values ('post.$CHANNEL', '$TARGET', post, 'post', public.lab_payload(post, n, body));
          if own_transactions then
            commit;
          end if;
        end loop;
      end $$;
      """;

  private static final String POST =
      """
      with edition as (
        insert into generator.edition (edition_date, content_type, state)
        select date '2000-01-01' + n, 'review', 'published' from generate_series($N) n returning edition_date
      ), post as (
        insert into generator.blog_posts (id, edition_date, language, content_type, slug, title, summary,
          body_markdown, canonical_url)
        select gen_random_uuid(), edition_date, 'ru', 'review', 'post-' || n, 'Post number ' || n, 'Measured.', '',
          'https://example.org/ru/post-' || n
        from edition, lateral (select edition_date - date '2000-01-01' as n) number
        returning id, edition_date - date '2000-01-01' as n
      )
      """;

  private static final String TO_OUTBOX =
      """
      insert into generator.outbox (destination, target, aggregate_id, type, payload)
      select 'post.$CHANNEL', '$TARGET', id, 'post', public.lab_payload(id, n, $BODY) from post
      returning id
      """;

  private static final String TO_DELIVERY =
      """
      insert into publisher.delivery (post_id, target, event_id, channel, language, payload, created_at)
      select id, '$TARGET', gen_random_uuid(), '$CHANNEL', 'ru', public.lab_payload(id, n, $BODY),
        clock_timestamp()
      from post
      """;

  private final Paper paper;
  private final SandboxTarget target;
  private final int body;
  private int next = 1;

  /**
   * For {@link SandboxTarget#TELEGRAM}.
   *
   * @param body characters of each text
   */
  Posts(Paper paper, int body) {
    this(paper, SandboxTarget.TELEGRAM, body);
  }

  /**
   * @param target whom they are for
   * @param body characters of each text
   */
  Posts(Paper paper, SandboxTarget target, int body) {
    this.paper = paper;
    this.target = target;
    this.body = body;
    paper.execute(forTarget(CREATE));
  }

  SandboxTarget target() {
    return target;
  }

  private String forTarget(String sql) {
    return sql.replace("$TARGET", target.target()).replace("$CHANNEL", target.channel());
  }

  /** Outbox rows alone, each committed by itself or all at once. */
  void rows(int count, boolean ownTransactions) {
    // Commits that wait for no disk: as fast as many newsrooms together.
    try (Connection connection = paper.connect();
        var statement = connection.createStatement()) {
      statement.execute("set synchronous_commit = " + (ownTransactions ? "off" : "on"));
      statement.execute(
          "call public.lab_rows(%d, %d, %d, %b)".formatted(next, count, body, ownTransactions));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    next += count;
  }

  /** Posts with their outbox rows, in one transaction. */
  void publish(int count) {
    paper.execute(sql(TO_OUTBOX, count));
    next += count;
  }

  /** Posts with their pending deliveries, as if they had come over Kafka. */
  void deposit(int count) {
    paper.execute(sql(TO_DELIVERY, count));
    // Now, not by autovacuum while something is measured.
    paper.execute("vacuum analyze");
    next += count;
  }

  /**
   * One post with its outbox row, in one transaction on the caller's connection.
   *
   * @return the outbox row's id
   */
  UUID publishOne(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql(TO_OUTBOX, 1));
        var row = statement.executeQuery()) {
      row.next();
      next++;
      return row.getObject(1, UUID.class);
    }
  }

  private String sql(String where, int count) {
    return forTarget(POST + where)
        .replace("$N", next + ", " + (next + count - 1))
        .replace("$BODY", Integer.toString(body));
  }
}
