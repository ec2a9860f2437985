package io.broadsheet.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.testing.PooledPressStack;
import io.broadsheet.publisher.testing.Records;
import io.broadsheet.publisher.testing.TestBroker;
import io.broadsheet.publisher.testing.TestSql;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The whole press behind PgBouncer in transaction mode, with none of its settings changed. */
@EnabledIf(
    value = "io.broadsheet.embedded.PgBouncer#isInstalled",
    disabledReason = "the package pgbouncer is not installed")
@QuarkusTest
@QuarkusTestResource(value = PooledPressStack.class, restrictToAnnotatedClass = true)
class PooledPressIT {

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int POSTS = 5;

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @ConfigProperty(name = "test.migrator.url")
  String url;

  @ConfigProperty(name = "test.migrator.password")
  String password;

  @Test
  void postsEverywhereOnce() {
    TestSql sql = new TestSql(url, password);
    List<UUID> posts = new ArrayList<>();
    try (TestBroker broker = new TestBroker(bootstrapServers)) {
      for (int i = 0; i < POSTS; i++) {
        UUID post = post(sql);
        posts.add(post);
        for (ChannelKind channel : ChannelKind.values()) {
          PostEvent event = Records.event(post, channel.wireName() + "-ru");
          broker.send(
              Topics.post(channel),
              post.toString(),
              EventFormat.write(event).getBytes(StandardCharsets.UTF_8),
              Records.headers(UUID.randomUUID(), event));
        }
      }
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(sql.query("select state from publisher.delivery"))
                      .hasSize(POSTS * ChannelKind.values().length)
                      .containsOnly("posted"));
    }
    assertThat(sql.query("select outcome from publisher.attempt"))
        .hasSize(POSTS * ChannelKind.values().length)
        .containsOnly("posted");
    assertThat(
            sql.query(
                "select id::text from generator.blog_posts where telegram_posted_at is not null"))
        .hasSameElementsAs(posts.stream().map(UUID::toString).toList());
  }

  private static UUID post(TestSql sql) {
    UUID id = UUID.randomUUID();
    sql.execute(
        "insert into generator.edition (edition_date, content_type) values ('2026-11-30', 'digest')"
            + " on conflict do nothing");
    sql.execute(
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
}
