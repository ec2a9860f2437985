package io.broadsheet.publisher.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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

  /** A stored rendering; what is not an object was not made by a channel. */
  public static ObjectNode read(Rendered rendered) {
    return object(rendered.json())
        .orElseThrow(() -> new IllegalArgumentException("the stored rendering is no JSON object"));
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
