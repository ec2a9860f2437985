package io.broadsheet.generator.edition;

import io.broadsheet.generator.DatabaseLoss;
import io.broadsheet.generator.edition.ManuscriptStore.Waiting;
import io.broadsheet.generator.outbox.Approval;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Publishes the held editions whose time has come by the database's clock. Any number of replicas
 * may do it at the same time: one publishes, the others find it done.
 */
@ApplicationScoped
public class ReleaseHeld {

  private static final Logger LOG = Logger.getLogger(ReleaseHeld.class);
  private static final Duration AFTER_REFUSAL = Duration.ofSeconds(30);

  private final ApprovalSettings settings;
  private final ManuscriptStore manuscripts;
  private final PublishTexts publishTexts;

  public ReleaseHeld(
      ApprovalSettings settings, ManuscriptStore manuscripts, PublishTexts publishTexts) {
    this.settings = settings;
    this.manuscripts = manuscripts;
    this.publishTexts = publishTexts;
  }

  /**
   * Publishes what is due, the earliest first; nothing while publishing is switched off or every
   * edition waits for a person.
   *
   * @return when the next one is due; empty if none has a time
   * @throws RuntimeException if the database does not answer
   */
  Optional<Duration> release() {
    if (!settings.releasesByItself()) {
      return Optional.empty();
    }
    List<Waiting> waiting = manuscripts.waiting();
    boolean refused = false;
    for (Waiting edition : waiting) {
      refused |= edition.left().isZero() && !published(edition.date());
    }
    return Stream.concat(
            waiting.stream().map(Waiting::left).filter(left -> !left.isZero()),
            refused ? Stream.of(AFTER_REFUSAL) : Stream.empty())
        .min(Duration::compareTo);
  }

  private boolean published(LocalDate date) {
    Optional<EditionCopy> copy =
        manuscripts.find(date).filter(found -> found.state() == EditionState.HELD);
    if (copy.isEmpty()) {
      return true;
    }
    try {
      Approval approval = new Approval(UUID.randomUUID(), "broadsheet", "its time had come");
      boolean done = publishTexts.publish(copy.get(), approval);
      if (done) {
        LOG.infof("%s: published, its time as a held edition had come", date);
      }
      return done;
    } catch (RuntimeException e) {
      if (DatabaseLoss.isIn(e)) {
        throw e;
      }
      LOG.errorf(e, "%s: held, and cannot be published; tried again in %s", date, AFTER_REFUSAL);
      return false;
    }
  }
}
