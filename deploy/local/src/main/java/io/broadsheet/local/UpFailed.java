package io.broadsheet.local;

/** The stack cannot go on; the message says what, where, and what to do. */
final class UpFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UpFailed(String message) {
    super(message);
  }

  UpFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
