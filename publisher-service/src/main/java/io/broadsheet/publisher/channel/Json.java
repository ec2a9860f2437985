package io.broadsheet.publisher.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** JSON as channels read and write it. */
public final class Json {

  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  /** A new object. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** A new array. */
  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** A stored form; what is not an object was not made by a channel. */
  public static ObjectNode read(Form form) {
    return object(form.json())
        .orElseThrow(() -> new IllegalArgumentException("the stored form is no JSON object"));
  }

  static ArrayNode array(String text) {
    try {
      if (MAPPER.readTree(text) instanceof ArrayNode array) {
        return array;
      }
    } catch (JsonProcessingException e) {
      // Said below, without the text.
    }
    throw new IllegalArgumentException("the stored rendering is no JSON array");
  }

  /** The array that an API answered with, or empty: then it was not the API that answered. */
  public static Optional<ArrayNode> list(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node instanceof ArrayNode array ? Optional.of(array) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The object that an API answered with, or empty: then it was not the API that answered. */
  public static Optional<ObjectNode> object(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
