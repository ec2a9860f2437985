package io.broadsheet.sandbox.telegram;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.wire.Json;

/** The error envelope of the Bot API; the HTTP status is the error code. */
final class TelegramError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int code;

  TelegramError(int code, String description) {
    super(description);
    this.code = code;
  }

  /** A 400, with the server's way of lowering the first letter of what went wrong. */
  static TelegramError badRequest(String message) {
    boolean acronym =
        message.length() > 1
            && (Character.isUpperCase(message.charAt(1)) || message.charAt(1) == '_');
    String lowered =
        acronym ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    return new TelegramError(400, "Bad Request: " + lowered);
  }

  Answer answer() {
    return answer(code, getMessage());
  }

  static Answer answer(int code, String description) {
    return Answer.error(
        code,
        description,
        Json.object().put("ok", false).put("error_code", code).put("description", description));
  }
}
