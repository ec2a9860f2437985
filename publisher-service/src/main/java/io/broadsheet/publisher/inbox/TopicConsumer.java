package io.broadsheet.publisher.inbox;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordBatchMetadata;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

/**
 * Consumes one topic, batch by batch. A batch is acknowledged when its rows are committed. While
 * the database or the broker is away it waits and tries again: it never refuses or skips a record.
 */
public final class TopicConsumer {

  private static final Logger LOG = Logger.getLogger(TopicConsumer.class);
  private static final long FIRST_WAIT_MS = 200;
  private static final long LONGEST_WAIT_MS = 5_000;
  private static final long LONGEST_STOP_MS = 2_000;

  private final String name;
  private final Taker takeBatch;
  private final CountDownLatch stopping = new CountDownLatch(1);
  // Held while a batch is under way, and for good once the consumer is closed.
  private final Semaphore busy = new Semaphore(1);
  private Cancellable subscription = () -> {};

  /** Takes a batch of records whole; safe to repeat. */
  @FunctionalInterface
  public interface Taker {

    /**
     * Takes it.
     *
     * @throws RuntimeException if broker or database fail; to be tried again
     */
    void takeBatch(Iterable<ConsumerRecord<byte[], byte[]>> batch);
  }

  /**
   * @param name for the log
   */
  public TopicConsumer(String name, Taker takeBatch) {
    this.name = name;
    this.takeBatch = takeBatch;
  }

  /**
   * Begins.
   *
   * @param batches the topic's batches, each a message with {@link
   *     IncomingKafkaRecordBatchMetadata}
   * @param threads where batches are taken; one of each consumer at a time
   */
  public void start(Publisher<? extends Message<?>> batches, Executor threads) {
    subscription =
        Multi.createFrom()
            .publisher(batches)
            .onItem()
            .transformToUniAndConcatenate(
                batch ->
                    Uni.createFrom()
                        .voidItem()
                        .emitOn(threads)
                        .onItem()
                        .invoke(() -> receive(batch)))
            .subscribe()
            .with(
                done -> {},
                failure -> LOG.errorf(failure, "%s has stopped; restart the publisher", name));
  }

  /** Ends after the batch that is under way, unless that waits for the database. */
  public void close() {
    stopping.countDown();
    try {
      if (!busy.tryAcquire(LONGEST_STOP_MS, TimeUnit.MILLISECONDS)) {
        LOG.warnf("%s: a batch is left for the next start", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Leaves the group and closes the connection.
    subscription.cancel();
  }

  private void receive(Message<?> batch) {
    if (stopping.getCount() == 0 || !busy.tryAcquire()) {
      // Never acknowledge past a batch that was left: the next start reads both again.
      return;
    }
    try {
      if (take(records(batch))) {
        batch.ack().toCompletableFuture().join();
      }
    } catch (CompletionException e) {
      // The rows are there; what is read again changes nothing.
      LOG.warnf("%s: the offsets are not committed yet: %s", name, e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // Reported to the connector, so that the service is no longer healthy.
      batch.nack(e);
      throw e;
    } finally {
      busy.release();
    }
  }

  @SuppressWarnings("unchecked")
  private static ConsumerRecords<byte[], byte[]> records(Message<?> batch) {
    return batch
        .getMetadata(IncomingKafkaRecordBatchMetadata.class)
        .orElseThrow(() -> new IllegalStateException("the connector gives no batches"))
        .getRecords();
  }

  /** Whether the batch was taken; else the service stops. */
  private boolean take(ConsumerRecords<byte[], byte[]> batch) throws InterruptedException {
    for (long wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        takeBatch.takeBatch(batch);
        return true;
      } catch (RuntimeException | Error e) {
        // An Error too: a topic that nobody reads would wait for the next start.
        if (wait == FIRST_WAIT_MS) {
          LOG.warnf(
              e instanceof Error ? e : null,
              "%s: %d records wait for the database: %s",
              name,
              batch.count(),
              e.getMessage());
        }
        if (stopping.await(wait, TimeUnit.MILLISECONDS)) {
          return false;
        }
      }
    }
  }
}
