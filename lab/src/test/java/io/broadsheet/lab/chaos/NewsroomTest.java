package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NewsroomTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static Newsroom newsroom(Runnable burst) {
    return new Newsroom(
        () -> null,
        () -> {
          burst.run();
          return null;
        },
        Duration.ofMillis(1),
        1);
  }

  @Test
  void worksUntilItIsToldToEnd() throws Exception {
    CountDownLatch bursts = new CountDownLatch(20);
    Newsroom newsroom = newsroom(bursts::countDown);

    newsroom.start();

    assertThat(bursts.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    newsroom.end(LIMIT);
    assertThat(newsroom.death()).isEmpty();
  }

  @Test
  void saysWhatItDiedOf() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Newsroom newsroom =
        newsroom(
            () -> {
              begun.countDown();
              throw new IllegalStateException("no such table");
            });

    newsroom.start();
    begun.await();
    newsroom.end(LIMIT);

    assertThat(newsroom.death()).hasValueSatisfying(why -> assertThat(why).contains("no such"));
  }

  @Test
  void isDeadWhenItDoesNotEnd() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Newsroom newsroom =
        new Newsroom(
            () -> null,
            () -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return null;
            },
            Duration.ofMillis(1),
            1);

    newsroom.start();
    begun.await();
    newsroom.end(Duration.ofMillis(10));

    assertThat(newsroom.death()).isPresent();
  }
}
