package io.broadsheet.lab.scenario;

/** Ends a thread of a replica that has died. No code of the product catches it. */
final class Crashed extends Error {

  private static final long serialVersionUID = 1L;

  Crashed() {
    super("this replica has died", null, false, false);
  }
}
