package io.broadsheet.generator.edition;

import io.broadsheet.common.config.Languages;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.testing.SandboxControl;
import io.broadsheet.generator.testing.TestClock;
import io.broadsheet.generator.translation.Translation;
import io.broadsheet.generator.writing.EditorialPlan;
import io.broadsheet.generator.writing.Panel;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty newsroom on Tuesday, 10 March 2026, 12:00 in Moscow, and replicas to work in it. */
abstract class EmptyNewsroom {

  // The order of the writers on that day: dina, gleb, vera, anna, boris.
  static final LocalDate TUESDAY = LocalDate.parse("2026-03-10");
  static final Duration LIMIT = Duration.ofSeconds(20);
  static final ApprovalSettings AUTO =
      new ApprovalSettings(ApprovalMode.AUTO, Duration.ofHours(2), true);

  @Inject Database database;
  @Inject EditionStore store;
  @Inject EditorialPlan plan;
  @Inject Panel panel;
  @Inject Translation translation;
  @Inject PublishTexts publishTexts;
  @Inject ManuscriptStore manuscripts;
  @Inject EditionCalendar calendar;
  @Inject TestClock clock;

  @ConfigProperty(name = "sandbox.url")
  String sandboxUrl;

  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
  SandboxControl sandbox;

  @BeforeEach
  void empty() {
    sandbox = new SandboxControl(sandboxUrl);
    sandbox.reset();
    sandbox.clearFaults();
    for (String table : List.of("outbox", "blog_posts", "draft", "llm_call", "spend", "edition")) {
      database.run("delete from generator." + table);
    }
    database.run("update generator.installation set installed_at = '2026-03-10T00:00:00Z'");
    clock.set("2026-03-10T09:00:00Z");
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  EditionRun replica(String owner) {
    return replica(owner, Duration.ofSeconds(15));
  }

  EditionRun replica(String owner, Duration lease) {
    return replica(owner, lease, panel, AUTO);
  }

  EditionRun replica(String owner, Duration lease, Panel with) {
    return replica(owner, lease, with, AUTO);
  }

  EditionRun replica(String owner, Duration lease, ApprovalSettings approval) {
    return replica(owner, lease, panel, approval);
  }

  private EditionRun replica(String owner, Duration lease, Panel with, ApprovalSettings approval) {
    return new EditionRun(
        store,
        plan,
        with,
        () -> translation,
        new ConcludeAttempt(approval, publishTexts, manuscripts),
        new Languages("ru", List.of("en")),
        new EditionRun.LeaseTerms(owner, lease, timer));
  }

  void round(EditionRun run) {
    round(run, AUTO);
  }

  void round(EditionRun run, ApprovalSettings approval) {
    new EditionRound(calendar, plan, store, run, release(approval), Duration.ofSeconds(15)).make();
  }

  ReleaseHeld release(ApprovalSettings approval) {
    return new ReleaseHeld(approval, manuscripts, publishTexts);
  }

  static CompletableFuture<AttemptOutcome> attempt(EditionRun run) {
    return CompletableFuture.supplyAsync(() -> run.attempt(TUESDAY));
  }

  void hold(LocalDate date, String owner) {
    store
        .claim(date, "howto", owner, Duration.ofMinutes(1), EditionState.attemptable())
        .orElseThrow();
  }

  String stateOf(LocalDate date) {
    return store.find(date).map(standing -> standing.state().wireName()).orElse("none");
  }

  int sections() {
    return column("select writer from generator.draft where step = 'section'").size();
  }

  List<String> column(String sql) {
    List<String> values = new ArrayList<>();
    for (Row row : database.runRepeatable(sql)) {
      values.add(row.getString(0));
    }
    return Collections.unmodifiableList(values);
  }
}
