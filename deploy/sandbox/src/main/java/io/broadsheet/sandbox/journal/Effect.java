package io.broadsheet.sandbox.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * Something that happened at a destination and that a reader could see, or (when {@code visible} is
 * false) state that must survive a restart, such as an account.
 *
 * @param seq 1 for the first entry; no gaps between entries, visible or not
 * @param destination the chat id, the wall's owner id, or the Telegraph account's short name
 * @param id the id the API gave: message id, page path, post id
 * @param text the visible text, or the page's title
 * @param detail what the API needs to know it again after a restart
 */
public record Effect(
    long seq,
    Instant at,
    ApiName api,
    String method,
    String destination,
    String id,
    boolean visible,
    String text,
    JsonNode detail) {

  /** The entry as {@code GET /sandbox/journal} shows it. */
  public ObjectNode shown() {
    return Json.object()
        .put("seq", seq)
        .put("at", at.toString())
        .put("api", api.text())
        .put("method", method)
        .put("destination", destination)
        .put("id", id)
        .put("effect", visible)
        .put("text", text);
  }

  byte[] line() {
    byte[] json = Json.bytes(shown().set("detail", detail));
    byte[] line = java.util.Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  static Effect parse(byte[] line) throws IOException {
    JsonNode node = Json.MAPPER.readTree(line);
    try {
      return new Effect(
          node.required("seq").asLong(),
          Instant.parse(node.required("at").asText()),
          ApiName.of(node.required("api").asText())
              .orElseThrow(() -> new IOException("unknown api")),
          node.required("method").asText(),
          node.required("destination").asText(),
          node.required("id").asText(),
          node.required("effect").asBoolean(),
          node.required("text").asText(),
          node.path("detail"));
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
