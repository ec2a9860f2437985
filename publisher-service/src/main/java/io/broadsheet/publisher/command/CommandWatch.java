package io.broadsheet.publisher.command;

import io.broadsheet.common.database.QuietPoll;
import io.broadsheet.publisher.delivery.Press;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Settles what has come in, in order, and looks again every second at what waits for the end of a
 * claim. At rest it looks as seldom as the deliveries do, for what another replica took in and did
 * not live to settle.
 */
@ApplicationScoped
class CommandWatch {

  private static final Logger LOG = Logger.getLogger(CommandWatch.class);
  private static final Duration WHILE_SOMETHING_WAITS = Duration.ofSeconds(1);
  private static final long LONGEST_STOP_MS = 2_000;

  private final SettleWaiting settleWaiting;
  private final Duration slowPoll;
  private final Semaphore wanted = new Semaphore(1);
  private final Thread thread = new Thread(this::watch, "command-watch");
  private volatile boolean stopping;
  private boolean failing;

  CommandWatch(SettleWaiting settleWaiting, Config config) {
    this.settleWaiting = settleWaiting;
    this.slowPoll = Press.slowPoll(config);
  }

  void start(@Observes StartupEvent event) {
    thread.start();
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    stopping = true;
    wanted.release();
    thread.join(LONGEST_STOP_MS);
  }

  /** Asks for a look at once: a command has come in. */
  void lookNow() {
    wanted.release();
  }

  private void watch() {
    try {
      Duration wait = Duration.ZERO;
      while (!stopping) {
        if (wanted.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
          wanted.drainPermits();
        }
        wait =
            stopping || !somethingWaits()
                ? QuietPoll.untilNext(slowPoll, Instant.now())
                : WHILE_SOMETHING_WAITS;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean somethingWaits() {
    try {
      boolean waits = settleWaiting.settleWaiting();
      failing = false;
      return waits;
    } catch (RuntimeException | Error e) {
      // An Error too: without this thread no command is settled any more.
      if (!failing) {
        LOG.warnf("commands wait for the database: %s", e);
      }
      failing = true;
      return true;
    }
  }
}
