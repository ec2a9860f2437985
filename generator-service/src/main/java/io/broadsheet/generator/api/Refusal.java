package io.broadsheet.generator.api;

import jakarta.ws.rs.core.Response.Status;

/** A request that cannot be met; becomes a {@link Problem}. */
class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Status status;

  private Refusal(Status status, String detail) {
    super(detail);
    this.status = status;
  }

  static Refusal badRequest(String detail) {
    return new Refusal(Status.BAD_REQUEST, detail);
  }

  static Refusal notFound(String detail) {
    return new Refusal(Status.NOT_FOUND, detail);
  }

  static Refusal conflict(String detail) {
    return new Refusal(Status.CONFLICT, detail);
  }

  static Refusal unavailable(String detail) {
    return new Refusal(Status.SERVICE_UNAVAILABLE, detail);
  }

  Status status() {
    return status;
  }
}
