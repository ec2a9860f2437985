package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
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

  /** What was streamed a moment ago gets so long to be settled. */
  static final Duration GRACE = Duration.ofSeconds(5);

  private static final Duration SLOW_POLL = Duration.ofMinutes(15);
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final RelaySettings settings;
  private final String replica;
  private final UnsettledRows rows;
  private final ReconcilerLease lease;
  private final KafkaSender sender;
  private final LongAdder reconciled;
  private final ScheduledExecutorService executor = executor();

  /**
   * @param reconciled counts what it has sent and Kafka has acknowledged
   */
  Reconciler(
      RelaySettings settings,
      String replica,
      Database database,
      KafkaSender sender,
      LongAdder reconciled) {
    this.settings = settings;
    this.replica = replica;
    this.rows = new UnsettledRows(database);
    this.lease = new ReconcilerLease(database, replica);
    this.sender = sender;
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

  void start() {
    if (settings.cdc()) {
      long every = Math.max(1, Math.min(30, settings.reconcileAfter().toSeconds() / 2));
      executor.scheduleWithFixedDelay(this::sweep, every, every, TimeUnit.SECONDS);
    } else {
      executor.scheduleWithFixedDelay(this::poll, 0, SLOW_POLL.toSeconds(), TimeUnit.SECONDS);
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
    executor.schedule(() -> sendLost(time), GRACE.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  private void sweep() {
    reconcile(() -> rows.olderThan(settings.reconcileAfter()));
  }

  private void poll() {
    if (!reconcile(() -> rows.olderThan(Duration.ZERO))) {
      executor.schedule(this::poll, RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void sendLost(OffsetDateTime time) {
    if (!reconcile(() -> rows.olderThan(time))) {
      executor.schedule(() -> sendLost(time), RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** False if it could not be done now: the lease is another's, or the database is away. */
  private boolean reconcile(Supplier<List<OutboxMessage>> due) {
    try {
      long fence = lease.take();
      if (fence == 0) {
        return false;
      }
      int count = sendAll(due, fence);
      lease.release(fence);
      if (count > 0 && settings.cdc()) {
        LOG.warnf("the reconciler sent %d outbox rows that nobody had settled", count);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } catch (RuntimeException e) {
      LOG.warnf("the reconciler could not finish, it tries again: %s", e.getMessage());
      return false;
    }
  }

  private int sendAll(Supplier<List<OutboxMessage>> due, long fence) throws InterruptedException {
    int count = 0;
    List<OutboxMessage> messages = due.get();
    while (!messages.isEmpty() && lease.renew(fence)) {
      int acknowledged = send(messages, fence);
      // Refused ones are remembered too, so that they back off instead of coming first each time.
      rows.sent(messages, settings.reconcileAfter(), replica, fence);
      reconciled.add(acknowledged);
      count += acknowledged;
      messages = due.get();
    }
    return count;
  }

  private int send(List<OutboxMessage> messages, long fence) throws InterruptedException {
    List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(messages.size());
    for (OutboxMessage message : messages) {
      acknowledgements.add(sender.send(message));
    }
    int acknowledged = 0;
    for (int i = 0; i < messages.size(); i++) {
      acknowledged += await(acknowledgements.get(i), messages.get(i), fence) ? 1 : 0;
    }
    return acknowledged;
  }

  private boolean await(Future<RecordMetadata> acknowledgement, OutboxMessage message, long fence)
      throws InterruptedException {
    while (true) {
      try {
        acknowledgement.get(ReconcilerLease.LENGTH.toSeconds() / 3, TimeUnit.SECONDS);
        return true;
      } catch (TimeoutException e) {
        // Kafka is away. Another replica may take over; whoever sends twice does no harm.
        if (!lease.renew(fence)) {
          throw new IllegalStateException("the lease was lost while Kafka did not answer", e);
        }
      } catch (ExecutionException e) {
        LOG.errorf(
            "Kafka refuses the outbox row %s (%s): it is tried again with growing pauses",
            message.id(), e.getCause().getMessage());
        return false;
      }
    }
  }
}
