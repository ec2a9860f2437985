package io.broadsheet.sandbox.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The one JSON mapper, and trees made with it. */
public final class Json {
  /** Shared and thread-safe. */
  public static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** A new empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** A new empty array. */
  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** The tree as UTF-8 bytes, without escapes of non-ASCII letters. */
  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }
}
