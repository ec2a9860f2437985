package io.broadsheet.sandbox.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of one call: the query, and a form or a JSON object in the body. The body wins
 * over the query. Every API here takes the same value as a form string or as JSON, so each accessor
 * accepts both.
 */
public final class Params {
  private final Map<String, JsonNode> values;
  private final byte[] json;
  private final String query;

  private Params(Map<String, JsonNode> values, byte[] json, String query) {
    this.values = values;
    this.json = json;
    this.query = query;
  }

  /**
   * Reads query and body.
   *
   * @param query the raw query string, without the question mark; may be null
   * @param contentType the request's content type; may be null
   * @throws IOException when the body calls itself JSON and is not a JSON object
   */
  public static Params read(String query, String contentType, byte[] body) throws IOException {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    putForm(values, query);
    if (body.length > 0 && contentType != null && contentType.contains("json")) {
      JsonNode node = Json.MAPPER.readTree(body);
      if (!(node instanceof ObjectNode object)) {
        throw new IOException("the body is no JSON object");
      }
      object.properties().forEach(field -> values.put(field.getKey(), field.getValue()));
      return new Params(values, body, query);
    }
    if (body.length > 0) {
      putForm(values, new String(body, StandardCharsets.UTF_8));
    }
    return new Params(values, null, query);
  }

  private static void putForm(Map<String, JsonNode> values, String form) {
    if (form == null || form.isEmpty()) {
      return;
    }
    Map<String, List<String>> fields =
        new QueryStringDecoder(form, StandardCharsets.UTF_8, false, 1024).parameters();
    fields.forEach((name, texts) -> values.put(name, TextNode.valueOf(texts.get(0))));
  }

  /** The same without what came as a JSON body, for APIs that read forms only. */
  public Params withoutJson() {
    if (json == null) {
      return this;
    }
    Map<String, JsonNode> kept = new LinkedHashMap<>();
    putForm(kept, query);
    return new Params(kept, null, query);
  }

  /** How long the raw query string is, in characters. */
  public int queryLength() {
    return query == null ? 0 : query.length();
  }

  /**
   * The value as text: JSON strings unquoted, other JSON as it is written; absent and null are
   * empty.
   */
  public Optional<String> text(String name) {
    JsonNode node = values.get(name);
    if (node == null || node.isNull()) {
      return Optional.empty();
    }
    return Optional.of(node.isValueNode() ? node.asText() : node.toString());
  }

  /** The value as text, or the empty string. */
  public String textOrEmpty(String name) {
    return text(name).orElse("");
  }

  /** The value as an integer; empty when absent or no integer. */
  public Optional<Long> integer(String name) {
    try {
      return text(name).map(String::trim).map(Long::valueOf);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** True for {@code 1}, {@code true}, {@code yes} in any case. */
  public boolean flag(String name) {
    String text = textOrEmpty(name).toLowerCase(java.util.Locale.ROOT);
    return text.equals("1") || text.equals("true") || text.equals("yes");
  }

  /**
   * The value as JSON. A form field or JSON string is parsed, other JSON is taken as it is.
   *
   * @throws IOException when the text is no JSON
   */
  public Optional<JsonNode> json(String name) throws IOException {
    JsonNode node = values.get(name);
    if (node == null || node.isNull()) {
      return Optional.empty();
    }
    if (!node.isTextual()) {
      return Optional.of(node);
    }
    JsonNode parsed = Json.MAPPER.readTree(node.asText());
    return parsed == null || parsed.isMissingNode() ? Optional.empty() : Optional.of(parsed);
  }

  /** The size in bytes of a value as it was sent, JSON escapes included; 0 when absent. */
  public int rawSize(String name) throws IOException {
    JsonNode node = values.get(name);
    if (node == null) {
      return 0;
    }
    if (node.isTextual()) {
      return node.asText().getBytes(StandardCharsets.UTF_8).length;
    }
    return json == null ? node.toString().length() : rawSizeInBody(name);
  }

  private int rawSizeInBody(String name) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals(name);
        parser.nextToken();
        long start = parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        if (wanted) {
          return (int) (parser.currentLocation().getByteOffset() - start);
        }
      }
    }
    return 0;
  }

  /** Names and values in the order they came. */
  public Map<String, JsonNode> all() {
    return values;
  }
}
