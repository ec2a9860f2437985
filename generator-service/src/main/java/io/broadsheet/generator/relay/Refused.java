package io.broadsheet.generator.relay;

/** The database answers, but its state keeps the relay from working; the message has the remedy. */
final class Refused extends Exception {

  private static final long serialVersionUID = 1L;

  Refused(String message) {
    super(message);
  }
}
