package io.broadsheet.lab.measure;

/** One thing that can be measured by itself. */
interface Measurement {

  /** How the command line calls it. */
  String name();

  /**
   * Measures it on a database and topics of its own.
   *
   * @throws IllegalStateException if something does not come about in time
   */
  void measure(Bench bench, Report report);
}
