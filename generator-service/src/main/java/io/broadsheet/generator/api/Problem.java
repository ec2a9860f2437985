package io.broadsheet.generator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.ws.rs.core.Response;

/**
 * A problem detail (RFC 9457).
 *
 * @param type {@code about:blank}: the status says what kind it is
 * @param title the kind, in words
 * @param status the HTTP status
 * @param detail what is wrong, and what to do
 * @param instance the request's path
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(String type, String title, int status, String detail, String instance) {

  /** The media type of problem details. */
  public static final String MEDIA_TYPE = "application/problem+json";

  static Problem of(Response.StatusType status, String detail, String instance) {
    return new Problem(
        "about:blank", status.getReasonPhrase(), status.getStatusCode(), detail, instance);
  }
}
