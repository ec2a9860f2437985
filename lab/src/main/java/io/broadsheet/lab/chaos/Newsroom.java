package io.broadsheet.lab.chaos;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Orders editions and publishes bursts on a thread of its own until it is told to end. What stops
 * it earlier is kept: a run without posts proves nothing.
 */
final class Newsroom {

  private static final int BURSTS_PER_ORDER = 8;

  private final Callable<?> order;
  private final Callable<?> burst;
  private final Duration between;
  private final Random pauses;
  private final Thread thread = new Thread(this::work, "newsroom");
  private volatile boolean over;
  private volatile String death;

  /**
   * @param order orders one edition
   * @param burst publishes some made-up ones
   * @param between two bursts, on average
   * @param seed of the pauses
   */
  Newsroom(Callable<?> order, Callable<?> burst, Duration between, long seed) {
    this.order = order;
    this.burst = burst;
    this.between = between;
    this.pauses = new Random(seed);
  }

  void start() {
    thread.start();
  }

  private void work() {
    try {
      for (int n = 0; !over; n++) {
        if (n % BURSTS_PER_ORDER == 0) {
          order.call();
        }
        burst.call();
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
