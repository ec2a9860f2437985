package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.QuietPoll;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jboss.logging.Logger;

/**
 * Sends the outbox rows that nobody has settled. CDC is fast, the table is truth: whatever became
 * of slot, engine, broker or topic, a row that is neither delivery nor command nor dead letter is
 * sent again until it is. In {@code poll} mode it is the relay itself.
 */
final class Reconciler implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(Reconciler.class);

  /** What becomes of messages in {@code cdc} mode while the stream does not run. */
  static final String MEANWHILE = "Until then messages are sent by the reconciler only";

  /** In {@code poll} mode. */
  static final Duration SLOW_POLL = Duration.ofMinutes(15);

  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration TRIM_EVERY = Duration.ofHours(1);

  private final RelaySettings settings;
  private final Duration grace;
  private final String replica;
  private final UnsettledRows rows;
  private final OutboxRetention retention;
  private final ReconcilerLease lease;
  private final BatchSender sender;
  private final LongAdder reconciled;
  private final ScheduledExecutorService executor = executor();
  private long nextTrimNanos = System.nanoTime();

  /**
   * @param grace what was streamed a moment ago gets so long to be settled
   * @param sender as {@link KafkaSender#send}
   * @param reconciled counts what it has sent and Kafka has acknowledged
   */
  Reconciler(
      RelaySettings settings,
      Duration grace,
      String replica,
      Database database,
      Function<OutboxMessage, Future<RecordMetadata>> sender,
      LongAdder reconciled) {
    this.settings = settings;
    this.grace = grace;
    this.replica = replica;
    this.rows = new UnsettledRows(database);
    this.retention = new OutboxRetention(database, settings.outboxRetention());
    this.lease = new ReconcilerLease(database, replica);
    this.sender = new BatchSender(sender, lease);
    this.reconciled = reconciled;
  }

  private static ScheduledExecutorService executor() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "relay-reconciler");
              thread.setDaemon(true);
              return thread;
            },
            // What comes after the end is the next start's work.
            new ThreadPoolExecutor.DiscardPolicy());
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }

  /** A sentence about what keeps the stream from running, and what that means. */
  static String meanwhile(String fault) {
    // Those of the driver may end with one.
    return (fault.endsWith(".") ? fault : fault + ".") + " " + MEANWHILE;
  }

  void start() {
    if (settings.cdc()) {
      long every = Math.max(1, Math.min(30, settings.reconcileAfter().toSeconds() / 2));
      executor.scheduleWithFixedDelay(this::sweep, every, every, TimeUnit.SECONDS);
    } else {
      executor.execute(this::slowPoll);
    }
  }

  /** In {@code poll} mode: messages stand ready. */
  void wake() {
    executor.execute(this::poll);
  }

  /**
   * Everything older than this time has been streamed; what is not settled after a grace was lost
   * and is sent whatever its age.
   */
  void streamedUpTo(OffsetDateTime time) {
    executor.schedule(() -> sendLost(time), grace.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  private void sweep() {
    reconcile(() -> rows.olderThan(settings.reconcileAfter()), "nobody had settled");
  }

  private void slowPoll() {
    poll();
    executor.schedule(
        this::slowPoll,
        QuietPoll.untilNext(SLOW_POLL, Instant.now()).toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void poll() {
    if (!reconcile(() -> rows.olderThan(Duration.ZERO), null)) {
      executor.schedule(this::poll, RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void sendLost(OffsetDateTime time) {
    if (!reconcile(() -> rows.olderThan(time), "the stream had lost")) {
      executor.schedule(() -> sendLost(time), RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * False if it could not be done, or not wholly: the lease is or became another's, or the database
   * is away. No failure leaves it, for the executor would never run the task again.
   *
   * @param which says in the log what rows these were, null where they are nothing remarkable
   */
  private boolean reconcile(Supplier<UnsettledRows.Batch> due, String which) {
    try {
      long fence = lease.take();
      if (fence == 0) {
        return false;
      }
      try {
        Sent sent = sendAll(due, fence);
        if (sent.rows() > 0 && which != null) {
          LOG.warnf("the reconciler sent %d outbox rows that %s", sent.rows(), which);
        }
        if (!sent.all()) {
          // Whoever took the lease may be gone again before it has sent the rest.
          return false;
        }
        trimIfDue(fence);
      } catch (RuntimeException | Error e) {
        // The next try, here or elsewhere, need not wait for its expiry.
        lease.release(fence);
        throw e;
      }
      lease.release(fence);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } catch (Throwable e) {
      if (!executor.isShutdown()) {
        LOG.warnf("the reconciler could not finish, it tries again: %s", e);
      }
      return false;
    }
  }

  /**
   * What became of all that was due.
   *
   * @param rows how many Kafka has acknowledged
   * @param all false if the lease was lost before the last of them
   */
  private record Sent(int rows, boolean all) {}

  private Sent sendAll(Supplier<UnsettledRows.Batch> due, long fence) throws InterruptedException {
    int count = 0;
    UnsettledRows.Batch batch = due.get();
    while (!batch.isEmpty()) {
      if (!lease.renew(fence)) {
        return new Sent(count, false);
      }
      BatchSender.Result result = sender.send(batch.messages(), fence);
      List<Misfit> misfits = new ArrayList<>(batch.misfits());
      misfits.addAll(result.refused());
      // Refused ones are remembered too, so that they back off instead of coming first each time.
      UnsettledRows.Tried tried =
          new UnsettledRows.Tried(
              batch.ids(), misfits.stream().map(Misfit::id).toList(), result.untaken());
      rows.remember(tried, settings.reconcileAfter(), replica, fence);
      misfits.forEach(misfit -> park(misfit, fence));
      reconciled.add(result.acknowledged());
      count += result.acknowledged();
      batch = due.get();
    }
    return new Sent(count, true);
  }

  private void park(Misfit misfit, long fence) {
    try {
      boolean parked = rows.park(misfit, replica, fence);
      LOG.errorf(
          "the outbox row %s for %s cannot be sent and %s: %s",
          misfit.id(),
          misfit.target(),
          parked ? "is parked as a dead letter" : "is tried again with growing pauses",
          misfit.reason());
    } catch (RuntimeException e) {
      // It must not keep the others from being sent.
      LOG.errorf("the outbox row %s could not be parked: %s", misfit.id(), e.getMessage());
    }
  }

  private void trimIfDue(long fence) {
    if (System.nanoTime() - nextTrimNanos < 0) {
      return;
    }
    int deleted = 0;
    int some;
    do {
      some = retention.trimSome(replica, fence);
      deleted += some;
    } while (OutboxRetention.isFullBatch(some) && lease.renew(fence));
    if (deleted > 0) {
      LOG.infof("deleted %d settled outbox rows, older than broadsheet.outbox.retention", deleted);
    }
    nextTrimNanos = System.nanoTime() + TRIM_EVERY.toNanos();
  }
}
