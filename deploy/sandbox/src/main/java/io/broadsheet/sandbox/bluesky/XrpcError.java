package io.broadsheet.sandbox.bluesky;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.wire.Json;

/** A call that the server refuses, with the name and the words of its error. */
final class XrpcError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String name;

  XrpcError(int status, String name, String message) {
    super(message);
    this.status = status;
    this.name = name;
  }

  static XrpcError invalid(String message) {
    return new XrpcError(400, "InvalidRequest", message);
  }

  static XrpcError tooMany() {
    return new XrpcError(429, "RateLimitExceeded", "Rate Limit Exceeded");
  }

  Answer answer() {
    return Answer.error(
        status,
        name + ": " + getMessage(),
        Json.object().put("error", name).put("message", getMessage()));
  }
}
