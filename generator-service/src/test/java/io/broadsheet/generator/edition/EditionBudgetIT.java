package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.writing.AskOnce;
import io.broadsheet.generator.writing.ChatWriter;
import io.broadsheet.generator.writing.Commission;
import io.broadsheet.generator.writing.DraftStore;
import io.broadsheet.generator.writing.Panel;
import io.broadsheet.generator.writing.PanelSettings;
import io.broadsheet.generator.writing.RecentTitles;
import io.broadsheet.generator.writing.RetrySettings;
import io.broadsheet.generator.writing.SectionsStep;
import io.broadsheet.generator.writing.Writer;
import io.broadsheet.generator.writing.gate.WritingGates;
import io.broadsheet.generator.writing.spend.CallMetrics;
import io.broadsheet.generator.writing.spend.Ledger;
import io.broadsheet.generator.writing.spend.SpendSettings;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.junit.jupiter.api.Test;

/** What the daily cap does to an edition. A section costs some 0.007 USD at its worst. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class EditionBudgetIT extends EmptyNewsroom {

  private static final String CAP = "0.025";

  @Inject DraftStore drafts;
  @Inject CallMetrics metrics;
  @Inject RetrySettings retries;
  @Inject WritingGates gates;
  @Inject RecentTitles recentTitles;
  @Inject ManagedExecutor executor;
  @Inject Config config;

  @Test
  void theCapStopsTheEditionWithTheReasonAndTheNextDayGoesOnFromWhatWasPaid() {
    // All sections are under way before the first is put right.
    sandbox.fault("[{\"api\":\"llm\",\"fault\":\"slow\",\"delayMs\":700}]");

    assertThat(capped().attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("daily budget is reached (broadsheet.budget.daily): of 0.025 USD", "section");
    assertThat(column("select id::text from generator.blog_posts")).isEmpty();
    assertThat(committed()).isEqualByComparingTo(sandbox.bill()).isLessThan(new BigDecimal(CAP));
    int paid = sections();
    assertThat(paid).isBetween(1, 4);
    sandbox.reset();

    database.run("update generator.spend set day = day - 1");
    assertThat(capped().attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

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

    assertThat(capped().attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("daily budget is reached", "compose");
    assertThat(sandbox.questions()).isEmpty();
  }

  private BigDecimal committed() {
    return new BigDecimal(column("select sum(committed)::text from generator.spend").get(0));
  }

  private EditionRun capped() {
    SpendSettings spend =
        new SpendSettings(Optional.of(new BigDecimal(CAP)), "USD", ZoneId.of("Europe/Moscow"));
    Ledger ledger = new Ledger(database, spend);
    Commission commission =
        new Commission(drafts, new AskOnce(ledger, drafts, metrics, spend), retries);
    PanelSettings settings = PanelSettings.read(config);
    Panel panel =
        new Panel(
            settings,
            plan,
            settings.writers().stream().<Writer>map(ChatWriter::new).toList(),
            commission,
            gates,
            recentTitles,
            new SectionsStep(commission, gates, executor));
    return replica("a", Duration.ofSeconds(15), panel);
  }
}
