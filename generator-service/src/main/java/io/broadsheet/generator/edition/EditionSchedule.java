package io.broadsheet.generator.edition;

import io.broadsheet.common.task.RepeatingTask;
import io.broadsheet.generator.writing.ForgetDrafts;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Has the calendar looked at: at start, by the schedule, and soon again where an attempt met
 * another holder or broke off. One thread makes one round after the other; the start never waits
 * for it, and it shares nothing with deliveries.
 */
@ApplicationScoped
public class EditionSchedule {

  private static final Logger LOG = Logger.getLogger(EditionSchedule.class);
  private static final Duration DATABASE_WAIT = Duration.ofSeconds(5);
  // What an interrupted attempt needs to give its lease back.
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  // After the observers that check the configuration.
  private static final int LATE = 5_000;

  private final Scheduler scheduler;
  private final EditionSettings settings;
  private final EditionRound round;
  private final EditionRun run;
  private final ForgetDrafts forgetDrafts;
  private final RepeatingTask rounds =
      new RepeatingTask(LOG, "editions", "editions wait", DATABASE_WAIT, this::makeRound);

  public EditionSchedule(
      Scheduler scheduler,
      EditionSettings settings,
      EditionRound round,
      EditionRun run,
      ForgetDrafts forgetDrafts) {
    this.scheduler = scheduler;
    this.settings = settings;
    this.round = round;
    this.run = run;
    this.forgetDrafts = forgetDrafts;
  }

  void start(@Observes @Priority(LATE) StartupEvent event) {
    if (settings.isScheduled()) {
      scheduleTicks();
    }
    if (settings.atStart()) {
      rounds.runAfter(Duration.ZERO);
    }
  }

  private void scheduleTicks() {
    scheduler
        .newJob("editions")
        .setCron(settings.cron())
        .setTimeZone(settings.zone().getId())
        .setConcurrentExecution(ConcurrentExecution.SKIP)
        .setTask(execution -> rounds.runAfter(Duration.ZERO))
        .schedule();
  }

  private Optional<Duration> makeRound() {
    Optional<Duration> next = round.make();
    forgetDrafts.forget();
    return next;
  }

  // Before the beans go: an attempt needs the database to give its lease back.
  void stop(@Observes ShutdownEvent event) {
    run.stop(PATIENCE);
    rounds.close();
  }
}
