package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.PooledServer;
import io.broadsheet.generator.testing.PooledNewsroomStack;
import io.broadsheet.generator.testing.TopicReader;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A newsroom behind PgBouncer in transaction mode. */
@EnabledIf(
    value = "io.broadsheet.embedded.PgBouncer#isInstalled",
    disabledReason = "the package pgbouncer is not installed")
@QuarkusTest
@QuarkusTestResource(value = PooledNewsroomStack.class, restrictToAnnotatedClass = true)
class PooledEditionIT extends EmptyNewsroom {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  /** Set by {@link PooledNewsroomStack}. */
  PooledServer server;

  @Test
  void writesPublishesAndRelays() {
    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertIsPublishedAndRelayed();
  }

  @ParameterizedTest
  @EnumSource
  @Case("D25")
  void goesOnAfter(PooledServer.Interruption interruption) {
    sandbox.fault(
        """
        [{"api":"llm","method":"translator","times":1,"fault":"slow","delayMs":3000}]""");
    CompletableFuture<AttemptOutcome> caught = attempt(replica("a"));
    await().atMost(LIMIT).until(() -> stateOf(TUESDAY).equals("translating"));
    server.interrupt(interruption);

    await().atMost(PATIENCE).until(caught::isDone);
    await().atMost(PATIENCE).ignoreExceptions().until(() -> isPublished(replica("a")));
    assertIsPublishedAndRelayed();
    assertThat(sandbox.questions()).filteredOn(question -> question.endsWith("section")).hasSize(5);
  }

  private boolean isPublished(EditionRun next) {
    if (!stateOf(TUESDAY).equals("published")) {
      next.attempt(TUESDAY);
    }
    return stateOf(TUESDAY).equals("published");
  }

  private void assertIsPublishedAndRelayed() {
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
