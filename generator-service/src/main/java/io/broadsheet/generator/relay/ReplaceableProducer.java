package io.broadsheet.generator.relay;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * A producer that can be replaced by a new one together with all that it keeps. For one thread at a
 * time, but for {@link #close}.
 */
final class ReplaceableProducer implements AutoCloseable {

  /** What is under way when the service stops may still be acknowledged for so long. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Supplier<Producer<byte[], byte[]>> connect;
  private final Unacknowledged unacknowledged = new Unacknowledged();
  private volatile Producer<byte[], byte[]> current;
  private boolean closed;

  /**
   * @param connect makes a producer that gives a message back with a {@link TimeoutException} only
   *     if it finds no place for it
   */
  ReplaceableProducer(Supplier<Producer<byte[], byte[]>> connect) {
    this.connect = connect;
  }

  /**
   * Hands a message over, behind all that were before.
   *
   * @return false if there is no place for it: the buffer is full, or its topic's leaders are
   *     unknown; it is then to be offered again or withdrawn
   * @throws IllegalStateException if this was closed
   */
  boolean offer(Acknowledgement acknowledgement) {
    Producer<byte[], byte[]> producer = producer();
    Answer answer = new Answer(producer, acknowledgement);
    unacknowledged.add(acknowledgement);
    producer.send(acknowledgement.message().toRecord(), answer);
    answer.offered = true;
    return !answer.noPlace;
  }

  /** Forgets a message that found no place. */
  void withdraw(Acknowledgement acknowledgement) {
    unacknowledged.remove(acknowledgement);
  }

  /** What was handed over and is not answered, in order. */
  List<Acknowledgement> unacknowledged() {
    return unacknowledged.all();
  }

  /** Throws the producer away with all that it keeps, which is to be offered again. */
  void replace() {
    Producer<byte[], byte[]> old;
    synchronized (this) {
      if (closed) {
        return;
      }
      old = current;
      current = null;
    }
    if (old != null) {
      old.close(Duration.ZERO);
    }
  }

  /** Gives up what Kafka does not acknowledge within 2 s. */
  @Override
  public void close() {
    Producer<byte[], byte[]> open;
    synchronized (this) {
      closed = true;
      open = current;
    }
    if (open != null) {
      open.close(GRACE);
    }
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (closed) {
      throw new IllegalStateException("the relay is being stopped");
    }
    if (current == null) {
      current = connect.get();
    }
    return current;
  }

  private final class Answer implements Callback {

    private final Producer<byte[], byte[]> producer;
    private final Acknowledgement acknowledgement;
    private volatile boolean offered;
    private boolean noPlace;

    Answer(Producer<byte[], byte[]> producer, Acknowledgement acknowledgement) {
      this.producer = producer;
      this.acknowledgement = acknowledgement;
    }

    @Override
    public void onCompletion(RecordMetadata metadata, Exception failure) {
      if (failure == null) {
        acknowledgement.complete(metadata);
      } else if (!offered && failure instanceof TimeoutException) {
        noPlace = true;
      } else if (producer == current) {
        acknowledgement.completeExceptionally(failure);
      }
      // Else its producer was thrown away, and it is sent anew.
    }
  }
}
