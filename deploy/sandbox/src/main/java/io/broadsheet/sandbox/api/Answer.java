package io.broadsheet.sandbox.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a call is answered with.
 *
 * @param status the HTTP status
 * @param headers headers besides content type and length
 * @param outcome {@code ok}, or the error in the API's own words; what the request log shows
 * @param effect the effect the call had, if any
 * @param task what an LLM was asked to do; empty for the other APIs
 */
public record Answer(
    int status,
    String contentType,
    Map<String, String> headers,
    byte[] body,
    String outcome,
    Optional<Effect> effect,
    String task) {

  private static final String JSON = "application/json; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";

  /** A JSON answer to a call that went well. */
  public static Answer ok(JsonNode body) {
    return new Answer(200, JSON, Map.of(), Json.bytes(body), "ok", Optional.empty(), "");
  }

  /** A JSON answer to a call that went wrong. */
  public static Answer error(int status, String outcome, JsonNode body) {
    return new Answer(status, JSON, Map.of(), Json.bytes(body), outcome, Optional.empty(), "");
  }

  /** A page. */
  public static Answer html(int status, String outcome, String page) {
    return new Answer(
        status,
        HTML,
        Map.of(),
        page.getBytes(StandardCharsets.UTF_8),
        outcome,
        Optional.empty(),
        "");
  }

  /**
   * What a proxy in front of an API answers: a bare HTML page that says nothing of what the API
   * did.
   */
  public static Answer gateway(int status) {
    String title = status + " " + reason(status);
    return html(
        status,
        title,
        "<html>\r\n<head><title>%1$s</title></head>\r\n<body>\r\n<center><h1>%1$s</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n"
            .formatted(title));
  }

  /** The same answer, with the effect it had. */
  public Answer having(Effect done) {
    return new Answer(status, contentType, headers, body, outcome, Optional.of(done), task);
  }

  /** The same answer, to an LLM's task. */
  public Answer to(String llmTask) {
    return new Answer(status, contentType, headers, body, outcome, effect, llmTask);
  }

  /** The same answer with one header more. */
  public Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, contentType, more, body, outcome, effect, task);
  }

  /** The standard words for a status. */
  public static String reason(int status) {
    return io.netty.handler.codec.http.HttpResponseStatus.valueOf(status).reasonPhrase();
  }
}
