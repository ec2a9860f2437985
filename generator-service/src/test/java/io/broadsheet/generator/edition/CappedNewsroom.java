package io.broadsheet.generator.edition;

import io.broadsheet.generator.writing.AskOnce;
import io.broadsheet.generator.writing.ChatWriter;
import io.broadsheet.generator.writing.Commission;
import io.broadsheet.generator.writing.ComposerSettings;
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
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.context.ManagedExecutor;

/** An empty newsroom with replicas whose panels have a daily cap, or a composer, of their own. */
abstract class CappedNewsroom extends EmptyNewsroom {

  @Inject DraftStore drafts;
  @Inject CallMetrics metrics;
  @Inject RetrySettings retries;
  @Inject WritingGates gates;
  @Inject RecentTitles recentTitles;
  @Inject ManagedExecutor executor;
  @Inject Config config;

  /**
   * A replica whose calls may cost so much in a day.
   *
   * @param cap in USD
   */
  EditionRun capped(String cap) {
    return replica(Optional.of(cap), SpendSettings.EDITION_CALLS, PanelSettings.read(config));
  }

  /** A replica without a cap whose editions may take so many calls. */
  EditionRun bounded(int editionCalls) {
    return replica(Optional.empty(), editionCalls, PanelSettings.read(config));
  }

  /** A replica with a composer of its own settings. */
  EditionRun composedBy(ComposerSettings composer) {
    PanelSettings read = PanelSettings.read(config);
    return replica(
        Optional.of("10"),
        SpendSettings.EDITION_CALLS,
        new PanelSettings(
            read.writers(), read.deadline(), read.quorum(), read.likeness(), composer));
  }

  private EditionRun replica(Optional<String> cap, int editionCalls, PanelSettings settings) {
    SpendSettings spend =
        new SpendSettings(
            cap.map(BigDecimal::new), "USD", ZoneId.of("Europe/Moscow"), editionCalls);
    Ledger ledger = new Ledger(database, spend);
    Commission commission =
        new Commission(drafts, new AskOnce(ledger, drafts, metrics, spend), retries);
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
