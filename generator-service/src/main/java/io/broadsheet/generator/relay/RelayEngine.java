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

/** One run of the Debezium engine on a thread of its own; it is started once and then closed. */
final class RelayEngine {

  private static final Logger LOG = Logger.getLogger(RelayEngine.class);

  private static final long ASK_AGAIN_MS = 100;

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
   * Stops it and frees the slot. Debezium refuses that while its tasks start, which takes as long
   * as the database does not answer: it is asked again until the engine has ended, past the limit
   * too.
   *
   * @return whether it has ended; otherwise it may read the slot, or begin to
   */
  boolean close(Duration limit) throws InterruptedException {
    Thread closer = new Thread(this::closeUntilEnded, "relay-engine-close");
    closer.setDaemon(true);
    closer.start();
    return awaitEnd(limit.toMillis());
  }

  private void closeUntilEnded() {
    try {
      do {
        closeNow();
      } while (!awaitEnd(ASK_AGAIN_MS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeNow() {
    try {
      engine.close();
    } catch (IOException | RuntimeException e) {
      LOG.debugf(e, "the engine starts, is being closed, or has ended by itself");
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
