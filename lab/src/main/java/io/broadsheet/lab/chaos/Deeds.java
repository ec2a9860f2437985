package io.broadsheet.lab.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What faults do, each on a thread of its own. A part that is down meets no second one. Counted is
 * what has succeeded.
 */
final class Deeds {

  private final ChaosLog log;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<String> down = new HashSet<>();
  private final Map<FaultKind, Integer> done = new EnumMap<>(FaultKind.class);
  private final List<String> failures = new ArrayList<>();

  Deeds(ChaosLog log) {
    this.log = log;
  }

  /** From the part's going down to its standing again. */
  interface Deed {
    /** Returns when it is done; whatever it throws means that it is not. */
    void run() throws Exception;
  }

  /**
   * Begins one.
   *
   * @param parts what it takes down
   * @return false, with nothing begun, if one of them is down already
   */
  boolean begin(FaultKind kind, Set<String> parts, Deed deed) {
    synchronized (down) {
      if (parts.stream().anyMatch(down::contains)) {
        return false;
      }
      down.addAll(parts);
    }
    threads.execute(
        () -> {
          try {
            deed.run();
            synchronized (down) {
              done.merge(kind, 1, Integer::sum);
            }
          } catch (Exception | Error e) {
            failed(kind, e);
          } finally {
            synchronized (down) {
              down.removeAll(parts);
            }
          }
        });
    return true;
  }

  private void failed(FaultKind kind, Throwable e) {
    log.line(kind + " failed: " + e);
    synchronized (down) {
      failures.add(kind + ": " + e);
    }
  }

  /**
   * Waits until each has ended; none may begin any more.
   *
   * @throws IllegalStateException if one has not by the limit
   */
  void end(Duration limit) throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("a fault did not end within " + limit);
    }
  }

  /** How many of each kind have succeeded. */
  Map<FaultKind, Integer> done() {
    synchronized (down) {
      return new EnumMap<>(done);
    }
  }

  /** Those that did not, and why. */
  List<String> failures() {
    synchronized (down) {
      return List.copyOf(failures);
    }
  }
}
