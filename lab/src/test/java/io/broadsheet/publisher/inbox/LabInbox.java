package io.broadsheet.publisher.inbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.delivery.DueSignals;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The inbox of one replica: what the lab needs opened. It puts nothing aside. */
public final class LabInbox {

  private final TakeBatch takeBatch;

  /**
   * @param database its pool
   */
  public LabInbox(Database database) {
    takeBatch =
        new TakeBatch(
            new Deposit(database),
            null,
            new DueSignals(),
            new InboxMetrics(new SimpleMeterRegistry()));
  }

  /** Takes records in. */
  public void take(Iterable<ConsumerRecord<byte[], byte[]>> batch) {
    takeBatch.takeBatch(batch);
  }
}
