package io.broadsheet.sandbox;

/** The sandbox could not start; the message is one line that says why. */
public final class SandboxStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SandboxStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
