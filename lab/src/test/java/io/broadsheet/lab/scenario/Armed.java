package io.broadsheet.lab.scenario;

import io.vertx.core.VertxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * The faults that one scenario's replicas meet, each once, by whoever comes first. Faults are met
 * in their order: a later one waits until those before it have been met.
 */
final class Armed {

  /** Longer than the lease of a call with the shortest timeout, 7 s. */
  private static final Duration FREEZE = Duration.ofMillis(7_500);

  private static final Duration LONGEST_FREEZE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Duration freeze;
  private final List<Fault> left;
  private final BooleanSupplier thaws;
  private final BiConsumer<FaultPoint, Optional<Fault>> passed;
  private final AtomicInteger frozen = new AtomicInteger();

  /**
   * @param freeze how long a thread stands still, longer than the lease that it holds
   * @param passed is told of every point that is passed, and of the fault that was met there
   */
  Armed(List<Fault> faults, Duration freeze, BiConsumer<FaultPoint, Optional<Fault>> passed) {
    this(faults, freeze, passed, () -> true);
  }

  /**
   * For deliveries.
   *
   * @param passed is told of every point that is passed, and of the fault that was met there
   * @param thaws whether who stands still may go on, after longer than a lease
   */
  Armed(List<Fault> faults, BiConsumer<FaultPoint, Optional<Fault>> passed, BooleanSupplier thaws) {
    this(faults, FREEZE, passed, thaws);
  }

  private Armed(
      List<Fault> faults,
      Duration freeze,
      BiConsumer<FaultPoint, Optional<Fault>> passed,
      BooleanSupplier thaws) {
    this.freeze = freeze;
    this.left = new ArrayList<>(faults);
    this.passed = passed;
    this.thaws = thaws;
  }

  /** Adds faults behind those that are left. */
  void arm(List<Fault> more) {
    synchronized (left) {
      left.addAll(more);
    }
  }

  /** Those that nobody has met. */
  List<Fault> left() {
    synchronized (left) {
      return List.copyOf(left);
    }
  }

  /** The fault to be met here, if it is its turn; it is then gone. */
  Optional<Fault> meet(FaultPoint point) {
    Optional<Fault> met;
    synchronized (left) {
      Iterator<Fault> next = left.iterator();
      met = next.hasNext() ? Optional.of(next.next()) : Optional.empty();
      met = met.filter(fault -> fault.point().equals(point));
      met.ifPresent(fault -> next.remove());
    }
    passed.accept(point, met);
    return met;
  }

  /** Stands still for longer than a lease. */
  void freeze() {
    frozen.incrementAndGet();
    try {
      long start = System.nanoTime();
      Thread.sleep(freeze.toMillis());
      while (!thaws.getAsBoolean() && System.nanoTime() - start < LONGEST_FREEZE.toNanos()) {
        Thread.sleep(LOOK.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      frozen.decrementAndGet();
    }
  }

  /** Whether a thread stands still, which will go on with what it meant to do. */
  boolean isFrozen() {
    return frozen.get() > 0;
  }

  /** What a lost connection looks like to who waits for its answer. */
  static RuntimeException lost() {
    return new VertxException("Connection was closed", true);
  }
}
