package io.broadsheet.lab.chaos;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * Does something again and again on a thread of its own until it is told to end. What stops it
 * earlier is kept: a run in which nothing was done proves nothing.
 */
final class Routine {

  private final Step step;
  private final Duration between;
  private final Random pauses;
  private final Thread thread;
  private volatile boolean over;
  private volatile String death;

  /**
   * @param name of its thread
   * @param between two steps, on average
   * @param seed of the pauses
   */
  Routine(String name, Step step, Duration between, long seed) {
    this.step = step;
    this.between = between;
    this.pauses = new Random(seed);
    this.thread = new Thread(this::work, name);
  }

  /** What is done. */
  interface Step {
    /**
     * Does it once more.
     *
     * @param n how often it was done before
     */
    void run(int n) throws Exception;
  }

  void start() {
    thread.start();
  }

  private void work() {
    try {
      for (int n = 0; !over; n++) {
        step.run(n);
        Thread.sleep((long) (2 * pauses.nextDouble() * between.toMillis()));
      }
    } catch (Exception | Error e) {
      death = e.toString();
    }
  }

  /** Lets it finish what it is at; one that has not by the limit counts as dead. */
  void end(Duration limit) throws InterruptedException {
    over = true;
    thread.join(limit.toMillis());
    if (thread.isAlive()) {
      thread.interrupt();
      thread.join();
    }
  }

  /** What stopped it before its time; empty if nothing did. */
  Optional<String> death() {
    return Optional.ofNullable(death);
  }
}
