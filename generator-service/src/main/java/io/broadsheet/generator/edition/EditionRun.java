package io.broadsheet.generator.edition;

import io.broadsheet.common.config.Languages;
import io.broadsheet.generator.DatabaseLoss;
import io.broadsheet.generator.edition.EditionStore.Claim;
import io.broadsheet.generator.edition.EditionStore.Standing;
import io.broadsheet.generator.translation.Translation;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.Assignment;
import io.broadsheet.generator.writing.Credits;
import io.broadsheet.generator.writing.Deadline;
import io.broadsheet.generator.writing.EditorialPlan;
import io.broadsheet.generator.writing.Manuscript;
import io.broadsheet.generator.writing.Panel;
import io.broadsheet.generator.writing.TopicFailed;
import io.broadsheet.generator.writing.WritingFailed;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** One replica's attempts at editions: claim, write, translate, publish or hold. */
public final class EditionRun {

  private static final Logger LOG = Logger.getLogger(EditionRun.class);
  private static final String STOPPING = "the service is stopping";

  private final EditionStore store;
  private final EditorialPlan plan;
  private final Panel panel;
  private final Supplier<Translation> translation;
  private final ConcludeAttempt concludeAttempt;
  private final Languages languages;
  private final LeaseTerms terms;
  private final Map<EditionLease, Thread> atWork = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  /**
   * How this replica holds editions.
   *
   * @param owner its name
   * @param length of a lease
   * @param timer renews them
   */
  public record LeaseTerms(String owner, Duration length, ScheduledExecutorService timer) {}

  /**
   * @param translation asked for only when there is a language to translate into
   */
  public EditionRun(
      EditionStore store,
      EditorialPlan plan,
      Panel panel,
      Supplier<Translation> translation,
      ConcludeAttempt concludeAttempt,
      Languages languages,
      LeaseTerms terms) {
    this.store = store;
    this.plan = plan;
    this.panel = panel;
    this.translation = translation;
    this.concludeAttempt = concludeAttempt;
    this.languages = languages;
    this.terms = terms;
  }

  /**
   * Makes the edition of a date unless it is made or another holder is at it; blocks until the
   * attempt has ended.
   *
   * @throws RuntimeException if the database cannot be reached for the claim
   */
  public AttemptOutcome attempt(LocalDate date) {
    if (stopping) {
      return new AttemptOutcome.BrokenOff(STOPPING);
    }
    Optional<EditionLease> lease = claim(date);
    return lease.isPresent() ? work(lease.get()) : notClaimed(date);
  }

  /** Takes the edition of a date; empty if it is finished or another's. */
  Optional<EditionLease> claim(LocalDate date) {
    return claim(date, EditionState.attemptable());
  }

  /** Takes the edition of a date as a person orders it: one that was skipped too. */
  Optional<EditionLease> claimAsOrdered(LocalDate date) {
    return claim(date, EditionState.orderable());
  }

  private Optional<EditionLease> claim(LocalDate date, String[] states) {
    long asked = System.nanoTime();
    String contentType = plan.contentType(date.getDayOfWeek());
    return store
        .claim(date, contentType, terms.owner(), terms.length(), states)
        .map(claim -> new EditionLease(store, date, claim, terms.length(), asked, terms.timer()));
  }

  /**
   * Interrupts the attempts under way and begins no more. What breaks off by it is left to the next
   * run, which can begin at once, and is called no failure.
   *
   * @param patience how long to wait for them to end
   */
  void stop(Duration patience) {
    stopping = true;
    atWork.values().forEach(Thread::interrupt);
    Deadline end = Deadline.after(patience);
    try {
      synchronized (atWork) {
        while (!atWork.isEmpty() && !end.passed()) {
          atWork.wait(end.remaining().toMillis() + 1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does the work of a claimed edition and gives the lease back. */
  AttemptOutcome work(EditionLease lease) {
    LocalDate date = lease.date();
    LOG.infof("%s: begun (%s, fence %d)", date, lease.claim().contentType(), lease.claim().fence());
    atWork.put(lease, Thread.currentThread());
    try (lease) {
      return stopping ? left(lease) : make(lease);
    } catch (RuntimeException | Error e) {
      // An Error too, such as too deep a recursion: it is this edition's, and is to be told there.
      return stopping ? left(lease) : broken(lease, e);
    } finally {
      synchronized (atWork) {
        atWork.remove(lease);
        atWork.notifyAll();
      }
    }
  }

  /** Gives a claimed edition back that nobody will work on: the next holder can begin at once. */
  void giveBack(EditionLease lease) {
    lease.close();
    // An interrupted thread cannot wait for the database.
    boolean interrupted = Thread.interrupted();
    try {
      store.release(lease.date(), lease.claim().fence());
    } catch (RuntimeException e) {
      LOG.warnf("%s: the lease ends by itself: %s", lease.date(), e.getMessage());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private AttemptOutcome broken(EditionLease lease, Throwable failure) {
    LocalDate date = lease.date();
    if (failure instanceof LeaseLost) {
      LOG.warnf("%s: stopped, nothing was changed: %s", date, failure.getMessage());
      return new AttemptOutcome.BrokenOff(failure.getMessage());
    }
    if (failure instanceof TopicFailed) {
      return failed(lease, failure.getMessage(), store::failWithTopic);
    }
    if (failure instanceof WritingFailed) {
      return failed(lease, failure.getMessage(), store::fail);
    }
    LOG.warnf(failure, "%s: broken off", date);
    AttemptOutcome failed = failed(lease, "unexpected: " + failure, store::fail);
    // Only a database that comes back is worth another attempt before the next tick.
    return DatabaseLoss.isIn(failure) ? new AttemptOutcome.BrokenOff(failure.toString()) : failed;
  }

  // What the models said is kept.
  private AttemptOutcome left(EditionLease lease) {
    giveBack(lease);
    LOG.infof("%s: left to the next run, for this service is stopping", lease.date());
    return new AttemptOutcome.BrokenOff(STOPPING);
  }

  private AttemptOutcome make(EditionLease lease) {
    LocalDate date = lease.date();
    Claim claim = lease.claim();
    Assignment assignment =
        new Assignment(date, claim.contentType(), languages.source(), lease::ensureHeld);
    String topic = claim.topic();
    if (topic == null) {
      topic = panel.chooseTopic(assignment);
      lease.recordTopic(topic);
    }
    Manuscript manuscript = panel.write(assignment, topic);
    lease.beginTranslating();
    List<LanguageText> texts = new ArrayList<>();
    texts.add(text(languages.source(), manuscript.article(), manuscript));
    for (String language : languages.translations()) {
      Article translated = translation.get().translate(assignment, manuscript, language);
      texts.add(text(language, translated, manuscript));
    }
    lease.ensureHeld();
    return concludeAttempt.conclude(date, claim, texts);
  }

  private static LanguageText text(String language, Article article, Manuscript manuscript) {
    return new LanguageText(language, Credits.added(article, language, manuscript.bylines()));
  }

  private interface Failing {
    boolean record(LocalDate date, long fence, String reason);
  }

  private static AttemptOutcome failed(EditionLease lease, String reason, Failing failing) {
    LOG.warnf("%s: failed, to be tried again: %s", lease.date(), reason);
    try {
      failing.record(lease.date(), lease.claim().fence(), reason);
    } catch (RuntimeException e) {
      LOG.warnf(
          "%s: the failure could not be recorded (%s); the lease will run out",
          lease.date(), e.getMessage());
    }
    return new AttemptOutcome.Failed(reason);
  }

  private AttemptOutcome notClaimed(LocalDate date) {
    Standing standing = store.find(date).orElseThrow();
    if (standing.isUnderWork() || standing.state().mayBeAttempted()) {
      LOG.debugf("%s: another replica is at it", date);
      return new AttemptOutcome.HeldElsewhere(standing.leaseLeft());
    }
    return new AttemptOutcome.Finished(standing.state());
  }
}
