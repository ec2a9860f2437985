package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RoutineTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static Routine routine(Runnable step) {
    return new Routine("trial", n -> step.run(), Duration.ofMillis(1), 1);
  }

  @Test
  void worksUntilItIsToldToEnd() throws Exception {
    CountDownLatch bursts = new CountDownLatch(20);
    Routine routine = routine(bursts::countDown);

    routine.start();

    assertThat(bursts.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    routine.end(LIMIT);
    assertThat(routine.death()).isEmpty();
  }

  @Test
  void saysWhatItDiedOf() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Routine routine =
        routine(
            () -> {
              begun.countDown();
              throw new IllegalStateException("no such table");
            });

    routine.start();
    begun.await();
    routine.end(LIMIT);

    assertThat(routine.death()).hasValueSatisfying(why -> assertThat(why).contains("no such"));
  }

  @Test
  void isDeadWhenItDoesNotEnd() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Routine routine =
        new Routine(
            "trial",
            n -> {
              begun.countDown();
              new CountDownLatch(1).await();
            },
            Duration.ofMillis(1),
            1);

    routine.start();
    begun.await();
    routine.end(Duration.ofMillis(10));

    assertThat(routine.death()).isPresent();
  }
}
