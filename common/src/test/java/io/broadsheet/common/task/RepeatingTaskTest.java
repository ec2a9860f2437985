package io.broadsheet.common.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;

class RepeatingTaskTest {

  private static final Logger LOG = Logger.getLogger(RepeatingTaskTest.class);
  private static final Duration SOON = Duration.ofMillis(5);

  @Test
  void nothingThatAStepThrowsEndsIt() throws InterruptedException {
    AtomicInteger steps = new AtomicInteger();
    CountDownLatch survived = new CountDownLatch(1);

    try (RepeatingTask task =
        new RepeatingTask(
            LOG,
            "test-steps",
            "the test waits",
            SOON,
            () -> {
              switch (steps.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("the first step fails");
                case 2 -> throw new StackOverflowError("the second goes too deep");
                case 3 -> throw new NoClassDefFoundError("the third misses a class");
                default -> survived.countDown();
              }
              return Optional.empty();
            })) {
      task.runAfter(Duration.ZERO);

      assertThat(survived.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(steps).hasValue(4);
  }

  @Test
  void aStepSaysWhenTheNextOneIsWanted() throws InterruptedException {
    CountDownLatch steps = new CountDownLatch(3);

    try (RepeatingTask task =
        new RepeatingTask(
            LOG,
            "test-steps",
            "the test waits",
            Duration.ofDays(1),
            () -> {
              steps.countDown();
              return Optional.of(SOON);
            })) {
      task.runAfter(Duration.ZERO);

      assertThat(steps.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }
}
