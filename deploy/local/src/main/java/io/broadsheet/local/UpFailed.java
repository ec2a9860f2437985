package io.broadsheet.local;

/** The stack cannot go on; the message says what, where, and what to do. */
public final class UpFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With that message alone. */
  public UpFailed(String message) {
    super(message);
  }

  /** With what led to it. */
  public UpFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
