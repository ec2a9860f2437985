package io.broadsheet.lab.scenario;

/** What happens at a point, once. */
record Fault(FaultPoint point, Kind kind) {

  /** How it fails. */
  enum Kind {
    /** The replica dies, and with it all it knew; another one starts. */
    CRASH,
    /** The connection is lost: before the step it was not done, after it its answer is lost. */
    LOST,
    /** The thread stands still for longer than a lease and then goes on. */
    FREEZE,
    /** Only of {@code send}: it fails now, and the effect comes later. */
    LATE_EFFECT
  }

  @Override
  public String toString() {
    return kind + " " + point;
  }
}
