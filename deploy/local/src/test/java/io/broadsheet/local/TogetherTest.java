package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TogetherTest {
  @Test
  void runsAllAtTheSameTimeAndWaits() {
    CyclicBarrier meeting = new CyclicBarrier(2);
    AtomicInteger done = new AtomicInteger();
    Runnable meet =
        () -> {
          try {
            meeting.await();
            done.incrementAndGet();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        };
    Together.run(meet, meet);
    assertEquals(2, done.get());
  }

  @Test
  void endsWithTheFirstFailureInItsWords() {
    CountDownLatch never = new CountDownLatch(1);
    Runnable hang =
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    Runnable fail =
        () -> {
          throw new IllegalStateException("the disk is full");
        };
    assertEquals(
        "the disk is full",
        assertThrows(UpFailed.class, () -> Together.run(hang, fail)).getMessage());
  }
}
