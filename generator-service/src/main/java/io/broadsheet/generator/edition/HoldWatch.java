package io.broadsheet.generator.edition;

import io.broadsheet.common.database.QuietPoll;
import io.broadsheet.common.task.RepeatingTask;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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
  private final RepeatingTask watch =
      new RepeatingTask(LOG, "held-editions", "held editions wait", DATABASE_WAIT, this::nextLook);

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
      watch.runAfter(Duration.ZERO);
    }
  }

  private Optional<Duration> nextLook() {
    return nextLook(releaseHeld.release());
  }

  private Optional<Duration> nextLook(Optional<Duration> nextDue) {
    // What another replica holds from now on is due after hold-for at the earliest.
    Optional<Duration> unknown =
        settings.mode() == ApprovalMode.HOLD ? Optional.of(settings.holdFor()) : Optional.empty();
    return Stream.of(nextDue, unknown)
        .flatMap(Optional::stream)
        .min(Duration::compareTo)
        .map(
            wait -> {
              Duration slow = QuietPoll.untilNext(SLOW, Instant.now());
              return wait.compareTo(slow) > 0 ? slow : wait;
            });
  }

  @PreDestroy
  void stop() {
    watch.close();
  }
}
