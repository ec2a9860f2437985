package io.broadsheet.generator.relay;

import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;
import org.jboss.logging.Logger;

/** One run of the Debezium engine on a thread of its own; it is started once and closed once. */
final class RelayEngine {

  private static final Logger LOG = Logger.getLogger(RelayEngine.class);

  private final DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> engine;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile String failure;

  RelayEngine(Properties properties, ChangeHandler handler) {
    engine =
        DebeziumEngine.create(Connect.class)
            .using(properties)
            .using(this::completed)
            .notifying(handler)
            .build();
  }

  void start() {
    Thread thread = new Thread(this::run, "relay-engine");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits for the engine's end.
   *
   * @return whether it has ended
   */
  boolean awaitEnd(long milliseconds) throws InterruptedException {
    return ended.await(milliseconds, TimeUnit.MILLISECONDS);
  }

  /** Why it ended, empty if it runs or was closed in order. */
  Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * Stops it and frees the slot. After a failed handler Debezium's close throws; that is fine.
   *
   * @return false if it did not stop within the limit: it may hold the slot for as long as this
   *     process lives
   */
  boolean close(Duration limit) throws InterruptedException {
    Thread closer = new Thread(this::closeNow, "relay-engine-close");
    closer.setDaemon(true);
    closer.start();
    closer.join(limit.toMillis());
    return !closer.isAlive();
  }

  private void closeNow() {
    try {
      engine.close();
    } catch (IOException | RuntimeException e) {
      LOG.debugf(e, "the engine was closed after it had ended by itself");
    }
  }

  private void run() {
    try {
      engine.run();
    } catch (Throwable e) {
      // Errors too: the supervisor must know of every end.
      failure = e.toString();
    } finally {
      ended.countDown();
    }
  }

  private void completed(boolean success, String message, Throwable error) {
    if (!success) {
      Throwable cause = error;
      while (cause != null && cause.getCause() != null) {
        cause = cause.getCause();
      }
      failure = cause == null ? message : message + ": " + cause;
    }
  }
}
