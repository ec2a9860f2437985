package io.broadsheet.sandbox.llm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.wire.Json;

/** Errors in the shape of OpenAI's. */
final class LlmError {
  private LlmError() {}

  static Answer of(int status, String type, String code, String message) {
    return Answer.error(status, message, body(type, code, message));
  }

  static ObjectNode body(String type, String code, String message) {
    ObjectNode body = Json.object();
    body.putObject("error")
        .put("message", message)
        .put("type", type)
        .putNull("param")
        .put("code", code);
    return body;
  }

  static Answer invalid(String message) {
    return of(400, "invalid_request_error", null, message);
  }

  /** As Anthropic (529) and others (503) answer when they have no room. */
  static Answer overloaded(int status, int seconds) {
    return of(status, "overloaded_error", "overloaded", "The model is overloaded.")
        .with("Retry-After", Integer.toString(seconds));
  }

  static Answer rate(int seconds) {
    return of(
            429,
            "requests",
            "rate_limit_exceeded",
            "Rate limit reached for requests. Please try again in " + seconds + "s.")
        .with("Retry-After", Integer.toString(seconds));
  }
}
