package io.broadsheet.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.database.QuietPoll;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.embedded.StatementWatch;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.publisher.testing.PollPressStack;
import io.broadsheet.publisher.testing.Records;
import io.broadsheet.publisher.testing.TestBroker;
import io.broadsheet.publisher.testing.TestSql;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/**
 * In {@code poll} mode a press at rest asks the database nothing (I11), so that a serverless one
 * can be suspended. The window here catches whatever asks more often than that. What asks more
 * seldom, each at the same moments in all replicas ({@code QuietPoll}): the looks at deliveries and
 * at commands, every 15 minutes ({@code Press.slowPoll}), and what rides on them.
 */
@QuarkusTest
@TestProfile(PollPressStack.Profile.class)
class QuietPressIT {

  private static final Duration WINDOW = Duration.ofSeconds(12);

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @ConfigProperty(name = "test.migrator.url")
  String url;

  @ConfigProperty(name = "test.migrator.password")
  String password;

  @Test
  void atRestItAsksTheDatabaseNothing() throws Exception {
    deliverOne();
    String database = url.substring(url.lastIndexOf('/') + 1);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> hasTime() && askedWithin(database, Duration.ofSeconds(2)).isEmpty());

    assertThat(askedWithin(database, WINDOW)).isEmpty();
  }

  private void deliverOne() {
    TestSql sql = new TestSql(url, password);
    UUID post = UUID.randomUUID();
    sql.execute(
        "insert into generator.edition (edition_date, content_type) values ('2026-11-30', 'digest')");
    sql.execute(
        """
        insert into generator.blog_posts
          (id, edition_date, language, content_type, slug, title, summary, body_markdown, canonical_url)
        values ('%s', '2026-11-30', 'ru', 'digest', 's', 't', 's', 'b', 'https://example.org')
        """
            .formatted(post));
    PostEvent event = Records.event(post, "telegraph-ru");
    try (TestBroker broker = new TestBroker(bootstrapServers)) {
      broker.send(
          "broadsheet.post.telegraph",
          post.toString(),
          EventFormat.write(event).getBytes(StandardCharsets.UTF_8),
          Records.headers(UUID.randomUUID(), event));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  sql.query(
                          "select state from publisher.delivery where post_id = '%s'"
                              .formatted(post))
                      .contains("posted"));
    }
  }

  // Until everything slow asks at once.
  private static boolean hasTime() {
    Duration left = QuietPoll.untilNext(Duration.ofMinutes(15), Instant.now());
    return left.compareTo(WINDOW.multipliedBy(2)) > 0;
  }

  private static List<String> askedWithin(String database, Duration window) throws Exception {
    try (StatementWatch watch = StatementWatch.of(TestStack.shared().postgreSql(), database)) {
      return watch.askedWithin(window);
    }
  }
}
