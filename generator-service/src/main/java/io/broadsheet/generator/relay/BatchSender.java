package io.broadsheet.generator.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jboss.logging.Logger;

/** Sends the reconciler's rows to Kafka, and renews its lease while Kafka does not answer. */
final class BatchSender {

  private static final Logger LOG = Logger.getLogger(BatchSender.class);

  private final Function<OutboxMessage, Future<RecordMetadata>> sender;
  private final ReconcilerLease lease;

  /**
   * @param sender as {@link KafkaSender#send}
   */
  BatchSender(Function<OutboxMessage, Future<RecordMetadata>> sender, ReconcilerLease lease) {
    this.sender = sender;
    this.lease = lease;
  }

  /**
   * What became of a batch.
   *
   * @param acknowledged how many rows Kafka has
   * @param refused rows that Kafka refused, though each was sent alone
   * @param untaken rows that Kafka did not take for no fault of theirs
   */
  record Result(int acknowledged, List<Misfit> refused, List<UUID> untaken) {}

  /**
   * Sends them all and waits for Kafka's word on each, however long that takes.
   *
   * @throws IllegalStateException if the lease of that fence is lost meanwhile
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  Result send(List<OutboxMessage> messages, long fence) throws InterruptedException {
    List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(messages.size());
    for (OutboxMessage message : messages) {
      acknowledgements.add(sender.apply(message));
    }
    List<Misfit> refused = new ArrayList<>();
    List<UUID> untaken = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      OutboxMessage message = messages.get(i);
      Optional<Throwable> failure = await(acknowledgements.get(i), fence);
      if (failure.isPresent()) {
        failure = await(sender.apply(message), fence);
      }
      Optional<RowRefusal> refusal = failure.flatMap(RowRefusal::in);
      if (refusal.isPresent()) {
        RowRefusal r = refusal.get();
        refused.add(new Misfit(message.id(), message.target(), r.reason(), r.forGood()));
      } else if (failure.isPresent()) {
        untaken.add(message.id());
        failures.add(failure.get());
      }
    }
    if (!failures.isEmpty()) {
      // No row is known to be at fault: none is parked, and none keeps the others waiting.
      LOG.warnf(
          "Kafka did not take %d outbox rows, they are sent again in some minutes: %s",
          failures.size(), failures.get(0));
    }
    return new Result(messages.size() - refused.size() - untaken.size(), refused, untaken);
  }

  /** Why Kafka did not take it; empty when it has acknowledged it. */
  private Optional<Throwable> await(Future<RecordMetadata> acknowledgement, long fence)
      throws InterruptedException {
    while (true) {
      try {
        acknowledgement.get(ReconcilerLease.LENGTH.toSeconds() / 3, TimeUnit.SECONDS);
        return Optional.empty();
      } catch (TimeoutException e) {
        // Kafka is away. Another replica may take over; whoever sends twice does no harm.
        if (!lease.renew(fence)) {
          throw new IllegalStateException("the lease was lost while Kafka did not answer", e);
        }
      } catch (ExecutionException e) {
        return Optional.of(e.getCause());
      }
    }
  }
}
