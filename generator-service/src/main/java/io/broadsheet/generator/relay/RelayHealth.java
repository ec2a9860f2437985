package io.broadsheet.generator.relay;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The heartbeat's truth, in memory: which beats were written and which have come back. A beat that
 * does not come back means a stalled stream; no beat written means nothing. While the sender waits
 * for Kafka no beat can arrive, and none is expected to.
 */
final class RelayHealth {

  /** Enough for hours of a Kafka outage at one beat in 2 s, and bounded. */
  private static final int MAX_OUTSTANDING = 10_000;

  private final LongSupplier nanoTime;
  private final Deque<Beat> outstanding = new ArrayDeque<>();
  private long lastArrivedId;
  private long lastArrivedNanos;
  private OffsetDateTime lastArrivedAt;
  private boolean reading;
  private boolean sending;
  private long sendingChangedNanos;

  private record Beat(long id, OffsetDateTime at, long nanos) {}

  RelayHealth(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    sendingChangedNanos = nanoTime.getAsLong();
  }

  /** A new engine, which does not read yet: beats written for its predecessor are not awaited. */
  synchronized void engineStarted() {
    outstanding.clear();
    // A restored database may count from an earlier number.
    lastArrivedId = 0;
    reading = false;
    sending = false;
    sendingChangedNanos = nanoTime.getAsLong();
  }

  /** What was written cannot be expected to come back. */
  synchronized void forgetOutstanding() {
    outstanding.clear();
  }

  /** A beat was written; it may already have arrived. */
  synchronized void written(long id, OffsetDateTime at) {
    if (id > lastArrivedId && outstanding.size() < MAX_OUTSTANDING) {
      outstanding.addLast(new Beat(id, at, nanoTime.getAsLong()));
    } else if (id == lastArrivedId) {
      lastArrivedAt = at;
    }
  }

  /** The engine handed over what it read from the WAL: it holds the slot until it ends. */
  synchronized void reads() {
    reading = true;
  }

  /** Whether this replica's engine is known to hold the slot. */
  synchronized boolean isReading() {
    return reading;
  }

  /** A beat came back through the WAL; called before anything is sent to Kafka. */
  synchronized void arrived(long id) {
    if (id < lastArrivedId) {
      return;
    }
    lastArrivedId = id;
    lastArrivedNanos = nanoTime.getAsLong();
    while (!outstanding.isEmpty() && outstanding.peekFirst().id() <= id) {
      lastArrivedAt = outstanding.removeFirst().at();
    }
  }

  /** The handler begins to wait for Kafka. */
  synchronized void sendingBegan() {
    sending = true;
    sendingChangedNanos = nanoTime.getAsLong();
  }

  /** Kafka has acknowledged the batch, or the handler gave up. */
  synchronized void sendingEnded() {
    sending = false;
    sendingChangedNanos = nanoTime.getAsLong();
  }

  /** How long the batch under way has waited for Kafka, zero if none is. */
  synchronized Duration waitingForKafka() {
    return sending ? Duration.ofNanos(nanoTime.getAsLong() - sendingChangedNanos) : Duration.ZERO;
  }

  /**
   * Whether a beat was written that long ago or longer and has not come back, Kafka not to blame.
   */
  synchronized boolean stalled(Duration limit) {
    if (sending || outstanding.isEmpty()) {
      return false;
    }
    long since = Math.max(outstanding.peekFirst().nanos(), sendingChangedNanos);
    return nanoTime.getAsLong() - since > limit.toNanos();
  }

  /** Whether a beat of this id or a later one has come back. */
  synchronized boolean hasArrived(long id) {
    return lastArrivedId >= id;
  }

  /** The last beat that came back, by the database's clock; empty if none did yet. */
  synchronized Optional<OffsetDateTime> lastHeartbeatAt() {
    return Optional.ofNullable(lastArrivedAt);
  }

  /** How long ago a beat last came back; empty if none did yet. */
  synchronized Optional<Duration> heartbeatAge() {
    return lastArrivedNanos == 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(nanoTime.getAsLong() - lastArrivedNanos));
  }
}
