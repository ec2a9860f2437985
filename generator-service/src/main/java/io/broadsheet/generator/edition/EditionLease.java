package io.broadsheet.generator.edition;

import io.broadsheet.generator.edition.EditionStore.Claim;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * This replica's hold on one edition, renewed until it is closed. It counts as lost when the
 * database says so, and also when no renewal has come through for as long as it lasts.
 */
final class EditionLease implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(EditionLease.class);

  private final EditionStore store;
  private final LocalDate date;
  private final Claim claim;
  private final Duration length;
  private final ScheduledFuture<?> renewal;
  private volatile long heldUntil;
  private volatile boolean lost;

  /**
   * @param claimedAt {@link System#nanoTime()} before the claim was asked for
   */
  EditionLease(
      EditionStore store,
      LocalDate date,
      Claim claim,
      Duration length,
      long claimedAt,
      ScheduledExecutorService timer) {
    this.store = store;
    this.date = date;
    this.claim = claim;
    this.length = length;
    this.heldUntil = claimedAt + length.toNanos();
    long third = length.toMillis() / 3;
    this.renewal = timer.scheduleWithFixedDelay(this::renew, third, third, TimeUnit.MILLISECONDS);
  }

  LocalDate date() {
    return date;
  }

  Claim claim() {
    return claim;
  }

  /**
   * @throws LeaseLost if the edition is or may be another's
   */
  void ensureHeld() {
    if (lost || System.nanoTime() - heldUntil > 0) {
      throw new LeaseLost("the lease of fence " + claim.fence() + " is lost");
    }
  }

  /** Notes the topic for whoever continues this edition. */
  void recordTopic(String topic) {
    ensure(store.recordTopic(date, claim.fence(), topic));
  }

  /** The article stands. */
  void beginTranslating() {
    ensure(store.beginTranslating(date, claim.fence()));
  }

  /** Ends the renewal; what has not been finished is free when the lease runs out. */
  @Override
  public void close() {
    renewal.cancel(false);
  }

  private void ensure(boolean changed) {
    if (!changed) {
      lost = true;
      ensureHeld();
    }
  }

  private void renew() {
    long asked = System.nanoTime();
    try {
      if (store.renew(date, claim.fence(), length)) {
        heldUntil = asked + length.toNanos();
      } else {
        lost = true;
        renewal.cancel(false);
      }
    } catch (RuntimeException | Error e) {
      // An Error too: what throws is not repeated, and the lease would end under the work.
      LOG.warnf(
          "%s: the lease could not be renewed and ends in %d ms: %s",
          date, TimeUnit.NANOSECONDS.toMillis(heldUntil - System.nanoTime()), e.getMessage());
    }
  }
}
