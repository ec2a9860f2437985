package io.broadsheet.sandbox.fault;

/** A fault rule that cannot be understood; the message says which and why. */
public final class InvalidRuleException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidRuleException(String message) {
    super(message);
  }
}
