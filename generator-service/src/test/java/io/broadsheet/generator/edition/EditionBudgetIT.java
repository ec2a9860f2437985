package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** What the daily cap does to an edition. A section costs some 0.007 USD at its worst. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class EditionBudgetIT extends CappedNewsroom {

  private static final String CAP = "0.025";

  @Test
  void theCapStopsTheEditionWithTheReasonAndTheNextDayGoesOnFromWhatWasPaid() {
    // All sections are under way before the first is put right.
    sandbox.fault("[{\"api\":\"llm\",\"fault\":\"slow\",\"delayMs\":700}]");

    assertThat(capped(CAP).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("broadsheet.budget.daily is 0.025 USD", "section by");
    assertThat(column("select id::text from generator.blog_posts")).isEmpty();
    assertThat(committed()).isEqualByComparingTo(sandbox.bill()).isLessThan(new BigDecimal(CAP));
    int paid = sections();
    assertThat(paid).isBetween(1, 4);
    sandbox.reset();

    database.run("update generator.spend set day = day - 1");
    assertThat(capped(CAP).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(sandbox.questions())
        .filteredOn(question -> question.endsWith("section"))
        .hasSize(5 - paid);
    assertThat(sandbox.questions()).noneMatch(question -> question.endsWith("topic"));
  }

  @Test
  void theCapStopsTheComposerTooAndNothingIsPutTogetherInstead() {
    sandbox.fault(
        "[{\"api\":\"llm\",\"method\":\"translator\",\"fault\":\"error\",\"status\":400}]");
    replica("a").attempt(TUESDAY);
    sandbox.reset();
    database.run("delete from generator.draft where step = 'compose'");
    database.run("update generator.spend set committed = " + CAP);

    assertThat(capped(CAP).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("the day's budget is used up", "(compose by");
    assertThat(sandbox.questions()).isEmpty();
  }

  @Test
  void withoutACapAGateThatNothingPassesCostsTheEditionsCallsAndNoMore() {
    for (String writer : NewsroomStack.WRITERS) {
      sandbox.misbehave(writer, "refuses", 1000);
    }
    EditionRun bounded = bounded(20);

    for (int tick = 0; tick < 4; tick++) {
      assertThat(bounded.attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);
    }

    assertThat(sandbox.questions()).hasSize(20);
    assertThat(column("select last_error from generator.edition").get(0))
        .contains("broadsheet.budget.edition-calls is 20");
  }

  private BigDecimal committed() {
    return new BigDecimal(column("select sum(committed)::text from generator.spend").get(0));
  }
}
