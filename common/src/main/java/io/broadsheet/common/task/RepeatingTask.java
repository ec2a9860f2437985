package io.broadsheet.common.task;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Work that is done again and again on a thread of its own, for as long as the service runs.
 * Whatever a step throws, an {@link Error} too, is told in the log once per reason, and the next
 * step comes after a pause.
 */
public final class RepeatingTask implements AutoCloseable {

  private final Logger log;
  private final String waiting;
  private final Duration pause;
  private final Step step;
  private final ScheduledExecutorService executor;
  private volatile String told;

  /** One round of the work. */
  @FunctionalInterface
  public interface Step {

    /**
     * Does it.
     *
     * @return after what time the next one is wanted; empty: when somebody asks for it
     */
    Optional<Duration> run();
  }

  /**
   * Does nothing before {@link #runAfter}.
   *
   * @param log takes what went wrong
   * @param thread the name of its thread
   * @param waiting what waits when a step fails, for a person: {@code editions wait}
   * @param pause after a step that failed
   */
  public RepeatingTask(Logger log, String thread, String waiting, Duration pause, Step step) {
    this.log = log;
    this.waiting = waiting;
    this.pause = pause;
    this.step = step;
    this.executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, thread));
  }

  /** Has a step made, in its turn; nothing happens once the task is closed. */
  public void runAfter(Duration wait) {
    try {
      executor.schedule(this::run, wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("no more steps: the service is stopping");
    }
  }

  /** Interrupts the step under way, and makes no more. */
  @Override
  public void close() {
    executor.shutdownNow();
  }

  // Throwable on purpose: an Error of one step, such as too deep a recursion, is not the service's
  // end.
  private void run() {
    Optional<Duration> next = Optional.of(pause);
    try {
      next = step.run();
      told = null;
    } catch (Throwable e) {
      tell(e);
    } finally {
      next.ifPresent(this::runAfter);
    }
  }

  // Once per reason, not at every try.
  private void tell(Throwable failure) {
    String reason = String.valueOf(failure.getMessage());
    if (executor.isShutdown() || reason.equals(told)) {
      return;
    }
    told = reason;
    if (failure instanceof Error) {
      log.errorf(failure, "%s, next try in %d s", waiting, pause.toSeconds());
    } else {
      log.warnf("%s, next try in %d s: %s", waiting, pause.toSeconds(), reason);
    }
  }
}
