package io.broadsheet.generator.edition;

import io.broadsheet.generator.writing.ForgetDrafts;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
  // After the observers that check the configuration.
  private static final int LATE = 5_000;

  private final Scheduler scheduler;
  private final EditionSettings settings;
  private final EditionRound round;
  private final EditionRun run;
  private final ForgetDrafts forgetDrafts;
  private final ScheduledExecutorService editor =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "editions"));

  private volatile String told;

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
      roundAfter(Duration.ZERO);
    }
  }

  private void scheduleTicks() {
    scheduler
        .newJob("editions")
        .setCron(settings.cron())
        .setTimeZone(settings.zone().getId())
        .setConcurrentExecution(ConcurrentExecution.SKIP)
        .setTask(execution -> roundAfter(Duration.ZERO))
        .schedule();
  }

  private void roundAfter(Duration wait) {
    try {
      editor.schedule(this::makeRound, wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("no more rounds: the service is stopping");
    }
  }

  private void makeRound() {
    try {
      round.make().ifPresent(this::roundAfter);
      forgetDrafts.forget();
      told = null;
    } catch (RuntimeException e) {
      if (editor.isShutdown()) {
        return;
      }
      tell(String.valueOf(e.getMessage()));
      roundAfter(DATABASE_WAIT);
    }
  }

  // Once per reason, not at every try.
  private void tell(String reason) {
    if (!reason.equals(told)) {
      LOG.warnf("editions wait, next try every %d s: %s", DATABASE_WAIT.toSeconds(), reason);
    }
    told = reason;
  }

  // Before the beans go: what fails for want of them is no failure of the edition.
  void stop(@Observes ShutdownEvent event) {
    run.stop();
    editor.shutdownNow();
  }
}
