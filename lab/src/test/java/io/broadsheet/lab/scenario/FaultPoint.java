package io.broadsheet.lab.scenario;

/**
 * A place between two steps.
 *
 * @param step the class whose statement it is, such as {@code ClaimDue}, or {@code send} or {@code
 *     probe}
 * @param after whether the step's work is done
 */
record FaultPoint(String step, boolean after) {

  static FaultPoint before(String step) {
    return new FaultPoint(step, false);
  }

  static FaultPoint after(String step) {
    return new FaultPoint(step, true);
  }

  @Override
  public String toString() {
    return (after ? "after " : "before ") + step;
  }
}
