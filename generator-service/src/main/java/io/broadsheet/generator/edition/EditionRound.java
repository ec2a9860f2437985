package io.broadsheet.generator.edition;

import io.broadsheet.generator.writing.EditorialPlan;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * One look at the calendar: releases held editions whose time has come, skips what is too old,
 * attempts what is due, the older first.
 */
public final class EditionRound {

  private static final Logger LOG = Logger.getLogger(EditionRound.class);
  // A lease that is being renewed is looked at again after it could have run out.
  private static final Duration AFTER_LEASE = Duration.ofMillis(500);

  private final EditionCalendar calendar;
  private final EditorialPlan plan;
  private final EditionStore store;
  private final EditionRun run;
  private final ReleaseHeld releaseHeld;
  private final Duration lease;

  /**
   * @param lease how long an attempt that broke off may block its edition
   */
  public EditionRound(
      EditionCalendar calendar,
      EditorialPlan plan,
      EditionStore store,
      EditionRun run,
      ReleaseHeld releaseHeld,
      Duration lease) {
    this.calendar = calendar;
    this.plan = plan;
    this.store = store;
    this.run = run;
    this.releaseHeld = releaseHeld;
    this.lease = lease;
  }

  /**
   * Blocks until every attempt has ended.
   *
   * @return when to look again although no tick is due: an edition is under work elsewhere, or its
   *     attempt broke off; empty if all is settled for now
   * @throws RuntimeException if the database does not answer
   */
  public Optional<Duration> make() {
    releaseHeld.release();
    LocalDate today = calendar.today();
    LocalDate installed = calendar.date(store.installedAt());
    skipTooOld(today, installed);
    return EditionCalendar.due(today, installed).stream()
        .map(run::attempt)
        .map(this::lookAgainAfter)
        .flatMap(Optional::stream)
        .min(Duration::compareTo);
  }

  private Optional<Duration> lookAgainAfter(AttemptOutcome outcome) {
    if (outcome instanceof AttemptOutcome.HeldElsewhere held) {
      return Optional.of(held.leaseLeft().plus(AFTER_LEASE));
    }
    return outcome instanceof AttemptOutcome.BrokenOff
        ? Optional.of(lease.plus(AFTER_LEASE))
        : Optional.empty();
  }

  private void skipTooOld(LocalDate today, LocalDate installed) {
    Set<LocalDate> settled = store.settledBefore(today);
    for (LocalDate date : EditionCalendar.tooOld(today, installed)) {
      String reason = "too old: on " + today + " only " + today.minusDays(1) + " is caught up";
      if (!settled.contains(date)
          && store.skip(date, plan.contentType(date.getDayOfWeek()), reason)) {
        LOG.warnf("%s: skipped, %s", date, reason);
      }
    }
  }
}
