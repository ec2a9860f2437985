package io.broadsheet.sandbox.telegram;

/** Markup that Telegram refuses; the message is Telegram's own. */
final class HtmlError extends Exception {
  private static final long serialVersionUID = 1L;

  HtmlError(String message) {
    super(message);
  }
}
