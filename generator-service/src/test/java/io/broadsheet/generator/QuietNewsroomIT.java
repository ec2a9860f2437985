package io.broadsheet.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.database.QuietPoll;
import io.broadsheet.embedded.StatementWatch;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.generator.relay.Relay;
import io.broadsheet.generator.testing.PollNewsroomStack;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/**
 * In {@code poll} mode a newsroom at rest asks the database nothing (I11), so that a serverless one
 * can be suspended. The window here catches whatever asks more often than that. What asks more
 * seldom, each at the same moments in all replicas ({@code QuietPoll}): the reconciler every 15
 * minutes, in mode {@code hold} the look at held editions as often, the schedule (6 h by default).
 * {@code DatabaseWatch} asks only after a statement has failed, the pool never by itself.
 */
@QuarkusTest
@TestProfile(PollNewsroomStack.Profile.class)
class QuietNewsroomIT {

  private static final Duration WINDOW = Duration.ofSeconds(12);

  @Inject Relay relay;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String url;

  @Test
  void atRestItAsksTheDatabaseNothing() throws Exception {
    String database = url.substring(url.lastIndexOf('/') + 1);
    await().atMost(Duration.ofSeconds(30)).until(() -> relay.readinessFault().isEmpty());
    try (Connection connection = TestStack.shared().postgreSql().migrator(database)) {
      connection
          .createStatement()
          .execute(
              "insert into generator.outbox (destination, target, aggregate_id, type, payload)"
                  + " values ('post.telegram', 'telegram-ru', gen_random_uuid(), 'post', '{}')");
    }
    relay.wake();
    await().atMost(Duration.ofSeconds(30)).until(() -> relay.status().reconciled() == 1);
    // Until what follows the publication has ended.
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> hasTime() && askedWithin(database, Duration.ofSeconds(2)).isEmpty());

    assertThat(askedWithin(database, WINDOW)).isEmpty();
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
