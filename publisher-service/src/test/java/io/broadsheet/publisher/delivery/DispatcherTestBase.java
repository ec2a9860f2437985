package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** Dispatchers as they run, and APIs that hang until a test lets them go. */
abstract class DispatcherTestBase extends PressTestBase {

  static final Duration PATIENCE = Duration.ofSeconds(20);

  final DueSignals signals = new DueSignals();
  final CountDownLatch release = new CountDownLatch(1);
  private final List<Dispatcher> running = new ArrayList<>();

  @AfterEach
  void stop() {
    release.countDown();
    running.forEach(dispatcher -> dispatcher.stop(Duration.ofSeconds(5)));
  }

  Dispatcher start(Database replica, String name, DueSignals its, OpenTarget... targets) {
    DeliverySteps steps = steps(replica, its, name, targets);
    Dispatcher dispatcher =
        new Dispatcher(List.of(targets), steps, its, new Random(1), Duration.ofSeconds(30));
    running.add(dispatcher);
    dispatcher.start();
    return dispatcher;
  }

  /** Hangs as an API does; an interrupt ends it. */
  void untilReleased() {
    until(release);
  }

  /** The same with a latch of its own. */
  static void until(CountDownLatch released) {
    try {
      if (!released.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("never released");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
