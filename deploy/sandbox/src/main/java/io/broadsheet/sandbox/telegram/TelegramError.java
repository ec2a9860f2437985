package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.wire.Json;

/** The error envelope of the Bot API; the HTTP status is the error code. */
final class TelegramError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final ObjectNode parameters;

  TelegramError(int code, String description) {
    this(code, description, Json.object());
  }

  private TelegramError(int code, String description, ObjectNode parameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
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

  /** A 429. */
  static TelegramError tooManyRequests(long seconds) {
    return new TelegramError(
        429,
        "Too Many Requests: retry after " + seconds,
        Json.object().put("retry_after", seconds));
  }

  /** The 400 of a group that has become a supergroup. */
  static TelegramError upgraded(long newId) {
    return new TelegramError(
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        Json.object().put("migrate_to_chat_id", newId));
  }

  Answer answer() {
    ObjectNode body =
        Json.object().put("ok", false).put("error_code", code).put("description", getMessage());
    if (!parameters.isEmpty()) {
      body.set("parameters", parameters);
    }
    Answer answer = Answer.error(code, getMessage(), body);
    return parameters.has("retry_after")
        ? answer.with("Retry-After", parameters.get("retry_after").asText())
        : answer;
  }
}
