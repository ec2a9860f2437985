package io.broadsheet.lab.scenario;

import java.util.Optional;

/** Whether a replica lives, and what meets it. */
final class Lifeline {

  private final Armed armed;
  private final Runnable died;
  private volatile boolean dead;

  /**
   * @param died is run when it dies
   */
  Lifeline(Armed armed, Runnable died) {
    this.armed = armed;
    this.died = died;
  }

  /**
   * Passes a point.
   *
   * @return the fault that the caller must act out: {@code LOST} or {@code LATE_EFFECT}
   * @throws Crashed if the replica has died or dies here
   */
  Optional<Fault.Kind> pass(FaultPoint point) {
    requireAlive();
    Optional<Fault.Kind> kind = armed.meet(point).map(Fault::kind);
    if (kind.equals(Optional.of(Fault.Kind.CRASH))) {
      dead = true;
      died.run();
      throw new Crashed();
    }
    if (kind.equals(Optional.of(Fault.Kind.FREEZE))) {
      armed.freeze();
      requireAlive();
      return Optional.empty();
    }
    return kind;
  }

  private void requireAlive() {
    if (dead) {
      throw new Crashed();
    }
  }
}
