package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt when its service stops, or something breaks under it. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class EditionShutdownIT extends EmptyNewsroom {

  private static final String STANDING =
      "select concat_ws(' ', state, fence, lease_owner, last_error) from generator.edition";

  @Inject DatabaseState databaseState;

  @Test
  @Case("G4")
  void aStoppedAttemptGivesItsEditionBackAndTheNextRunGoesOnAtOnce() throws Exception {
    sandbox.fault("[{\"api\":\"llm\",\"method\":\"boris\",\"fault\":\"hang\"}]");
    EditionRun stopped = replica("a", Duration.ofMinutes(5));
    CompletableFuture<AttemptOutcome> attempt = attempt(stopped);
    await().atMost(LIMIT).until(() -> sections() == 4);

    stopped.stop(LIMIT);

    assertThat(attempt.get(1, TimeUnit.SECONDS)).isInstanceOf(AttemptOutcome.BrokenOff.class);
    assertThat(column(STANDING)).containsExactly("writing 1");
    assertThat(databaseState.fault()).as("the database is well").isEmpty();
    assertThat(stopped.attempt(TUESDAY)).as("begins no more").isNotNull();
    assertThat(column(STANDING)).containsExactly("writing 1");
    sandbox.clearFaults();
    sandbox.reset();

    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(sandbox.questions())
        .filteredOn(question -> question.endsWith("section"))
        .containsExactly("boris section");
  }

  @Test
  void anErrorIsTheEditionsFailureAndFreesIt() {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try {
      EditionRun broken =
          new EditionRun(
              store,
              plan,
              panel,
              () -> {
                throw new StackOverflowError("too deep");
              },
              new ConcludeAttempt(AUTO, publishTexts, manuscripts),
              new Languages("ru", List.of("en")),
              new EditionRun.LeaseTerms("a", Duration.ofMinutes(5), timer));

      assertThat(broken.attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);
    } finally {
      timer.shutdownNow();
    }
    assertThat(column(STANDING).get(0)).startsWith("failed 1 unexpected: ").contains("too deep");
  }

  @Test
  void anOrderThatNobodyTakesLeavesTheEditionFree() {
    ManagedExecutor closed = ManagedExecutor.builder().build();
    closed.shutdownNow();
    EditionRun run = replica("a", Duration.ofMinutes(5));

    assertThat(new EditionDesk(calendar, store, run, closed).generate(TUESDAY))
        .isInstanceOf(EditionDesk.Reply.Stopping.class);

    assertThat(column(STANDING)).containsExactly("writing 1");
    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);
  }

  @Test
  void anInterruptedThreadSaysNothingOfTheDatabase() {
    database.run("select 1");
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> database.run("select pg_sleep(1)"));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(databaseState.fault()).isEmpty();
  }
}
