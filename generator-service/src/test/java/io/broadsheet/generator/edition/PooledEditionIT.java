package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.generator.testing.PooledNewsroomStack;
import io.broadsheet.generator.testing.TopicReader;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A newsroom behind PgBouncer in transaction mode, with none of its settings changed. */
@EnabledIf(
    value = "io.broadsheet.embedded.PgBouncer#isInstalled",
    disabledReason = "the package pgbouncer is not installed")
@QuarkusTest
@QuarkusTestResource(value = PooledNewsroomStack.class, restrictToAnnotatedClass = true)
class PooledEditionIT extends EmptyNewsroom {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @Test
  void writesPublishesAndRelays() {
    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(column("select language from generator.blog_posts order by language"))
        .containsExactly("en", "ru");
    UUID telegram =
        UUID.fromString(
            column("select id::text from generator.outbox where target = 'telegram-ru'").get(0));
    try (TopicReader reader = new TopicReader(bootstrapServers, "broadsheet.post.telegram")) {
      await().atMost(PATIENCE).until(() -> !reader.of(telegram).isEmpty());
    }
  }
}
