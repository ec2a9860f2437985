package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.microprofile.config.Config;

/** Sender and reconciler of one replica: what the lab needs opened. */
public final class LabRelay implements AutoCloseable {

  private static final String NEXT =
      """
      select id, seq, destination, target, aggregate_id, generation, type, convert_to(payload::text, 'UTF8') as payload,
        traceparent, created_at
      from generator.outbox where seq > $1 order by seq limit 1
      """;

  private final Database database;
  private final KafkaSender sender;
  private final Reconciler reconciler;

  /**
   * @param database its pool
   */
  public LabRelay(Config config, Database database) {
    RelaySettings settings = RelaySettings.read(config);
    this.database = database;
    this.sender = new KafkaSender(settings.bootstrapServers());
    this.reconciler =
        new Reconciler(
            settings,
            Duration.ofSeconds(1),
            UUID.randomUUID().toString(),
            database,
            sender::send,
            new LongAdder());
  }

  /** Begins to reconcile. */
  public void reconcile() {
    reconciler.start();
  }

  /**
   * Sends the row with the next higher number as the stream would, and waits until Kafka has it.
   *
   * @param met is asked before and after; false before it leaves the row out
   * @return its number, or the given one if there is none
   */
  public long sendNext(long seq, Met met) throws InterruptedException {
    for (Row row : database.runRepeatable(NEXT, seq)) {
      OutboxMessage message = OutboxMessage.of(row);
      if (met.before()) {
        try {
          sender.send(message).get();
        } catch (ExecutionException e) {
          throw new IllegalStateException(e);
        }
        met.after();
      }
      return message.seq();
    }
    return seq;
  }

  /** What happens around a row. */
  public interface Met {
    /** Whether it is sent. */
    boolean before();

    /** Kafka has it. */
    void after();
  }

  @Override
  public void close() {
    reconciler.close();
    sender.close();
  }
}
