package io.broadsheet.generator.edition;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Has held editions published on time, in every replica, whoever held them: looks at start, when
 * the next one is due, and in mode {@code hold} often enough to learn of one before its time comes.
 * It has a thread of its own, so that no attempt at an edition delays another's publication.
 */
@ApplicationScoped
public class HoldWatch {

  private static final Logger LOG = Logger.getLogger(HoldWatch.class);
  private static final Duration DATABASE_WAIT = Duration.ofSeconds(5);
  private static final Duration SLOW = Duration.ofMinutes(15);
  // After the observers that check the configuration.
  private static final int LATE = 5_000;

  private final ApprovalSettings settings;
  private final ReleaseHeld releaseHeld;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "held-editions"));

  private volatile String told;

  public HoldWatch(ApprovalSettings settings, ReleaseHeld releaseHeld) {
    this.settings = settings;
    this.releaseHeld = releaseHeld;
  }

  void start(@Observes @Priority(LATE) StartupEvent event) {
    begin();
  }

  /** Begins to look, if there is anything that could go out by itself. */
  void begin() {
    if (settings.releasesByItself()) {
      lookAfter(Duration.ZERO);
    }
  }

  private void lookAfter(Duration wait) {
    try {
      watch.schedule(this::look, wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("no more looks at held editions: the service is stopping");
    }
  }

  private void look() {
    try {
      nextLook(releaseHeld.release()).ifPresent(this::lookAfter);
      told = null;
    } catch (RuntimeException e) {
      tell(String.valueOf(e.getMessage()));
      lookAfter(DATABASE_WAIT);
    }
  }

  private Optional<Duration> nextLook(Optional<Duration> nextDue) {
    // What another replica holds from now on is due after hold-for at the earliest.
    Optional<Duration> unknown =
        settings.mode() == ApprovalMode.HOLD ? Optional.of(settings.holdFor()) : Optional.empty();
    return Stream.of(nextDue, unknown)
        .flatMap(Optional::stream)
        .min(Duration::compareTo)
        .map(wait -> wait.compareTo(SLOW) > 0 ? SLOW : wait);
  }

  // Once per reason, not at every try.
  private void tell(String reason) {
    if (!reason.equals(told)) {
      LOG.warnf("held editions wait, next try every %d s: %s", DATABASE_WAIT.toSeconds(), reason);
    }
    told = reason;
  }

  @PreDestroy
  void stop() {
    watch.shutdownNow();
  }
}
