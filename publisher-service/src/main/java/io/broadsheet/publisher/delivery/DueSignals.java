package io.broadsheet.publisher.delivery;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Says inside this process that a target may have something to claim. A signal is a hint: several
 * are one, and a lost one is made good by the next look at the database.
 */
@ApplicationScoped
public class DueSignals {

  private final Map<String, Semaphore> signals = new ConcurrentHashMap<>();

  /** Wakes the targets' workers. Names without a worker here are ignored. */
  public void raise(Collection<String> targets) {
    targets.forEach(this::raise);
  }

  /** Wakes the target's worker; nothing happens if it has none here. */
  public void raise(String target) {
    Semaphore signal = signals.get(target);
    if (signal != null) {
      signal.release();
    }
  }

  /** Makes room for a target's signals; only configured targets get it. */
  void listenTo(String target) {
    signals.putIfAbsent(target, new Semaphore(0));
  }

  /** Waits for the target's next signal and takes all that have come. */
  void await(String target) throws InterruptedException {
    Semaphore signal = signals.get(target);
    signal.acquire();
    signal.drainPermits();
  }

  /** As the other, for so long at most; says whether one has come. */
  boolean await(String target, Duration atMost) throws InterruptedException {
    Semaphore signal = signals.get(target);
    boolean raised = signal.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
    // One that comes between the two lines counts too.
    return signal.drainPermits() > 0 || raised;
  }
}
