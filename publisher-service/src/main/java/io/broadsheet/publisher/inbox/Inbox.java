package io.broadsheet.publisher.inbox;

import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/**
 * Consumes the posts' topics, one group per channel. A batch is acknowledged when its rows are
 * committed. While the database or the broker is away the handler waits and tries again: it never
 * fails, so nothing is ever refused or skipped.
 *
 * <p>A new channel is one more line here; {@link InboxChannels} configures it.
 */
@ApplicationScoped
class Inbox {

  private static final Logger LOG = Logger.getLogger(Inbox.class);
  private static final long FIRST_WAIT_MS = 200;
  private static final long LONGEST_WAIT_MS = 5_000;

  private final TakeBatch takeBatch;
  private final CountDownLatch stopping = new CountDownLatch(1);

  Inbox(TakeBatch takeBatch) {
    this.takeBatch = takeBatch;
  }

  /** Takes one batch, however long it needs to. */
  @Incoming("post-telegraph")
  @Incoming("post-telegram")
  @Incoming("post-vk")
  @Blocking("inbox")
  void receive(ConsumerRecords<byte[], byte[]> batch) throws InterruptedException {
    for (long wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        takeBatch.takeBatch(batch);
        return;
      } catch (RuntimeException e) {
        if (wait == FIRST_WAIT_MS) {
          LOG.warnf("%d records wait for the database: %s", batch.count(), e.getMessage());
        }
        if (stopping.await(wait, TimeUnit.MILLISECONDS)) {
          // Not acknowledged: the next start reads it again.
          throw e;
        }
      }
    }
  }

  void stop(@Observes ShutdownEvent event) {
    stopping.countDown();
  }
}
