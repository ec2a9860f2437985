package io.broadsheet.sandbox.telegraph;

/** A call that Telegraph refuses; the message is its error code, such as {@code TITLE_REQUIRED}. */
final class TelegraphError extends Exception {
  private static final long serialVersionUID = 1L;

  TelegraphError(String code) {
    super(code);
  }
}
