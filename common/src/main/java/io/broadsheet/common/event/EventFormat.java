package io.broadsheet.common.event;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/**
 * Reads and writes events as JSON. Unknown fields are ignored: an older publisher takes newer
 * events.
 */
public final class EventFormat {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private EventFormat() {}

  /** The event as JSON. */
  public static String write(PostEvent event) {
    try {
      return JSON.writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a post event of text and numbers is always JSON", e);
    }
  }

  /**
   * Reads a post event.
   *
   * @throws UnreadableEvent if the bytes are not JSON, have another version, lack a field, or hold
   *     a NUL character, which PostgreSQL cannot store
   */
  public static PostEvent readPost(byte[] value) {
    if (value == null || value.length == 0) {
      throw new UnreadableEvent("the record has no value");
    }
    try {
      JsonNode tree = JSON.readTree(value);
      JsonNode version = tree.path("v");
      if (!version.isInt() || version.intValue() != PostEvent.VERSION) {
        throw new UnreadableEvent(
            version.isMissingNode()
                ? "the event has no version \"v\""
                : "the event's version is " + version + "; this publisher reads 1");
      }
      PostEvent event = JSON.treeToValue(tree, PostEvent.class);
      if (holdsNul(tree)) {
        throw new UnreadableEvent("the event holds a NUL character");
      }
      return event;
    } catch (JacksonException e) {
      throw new UnreadableEvent("not a post event: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UnreadableEvent("not a post event: " + e.getMessage());
    }
  }

  private static boolean holdsNul(JsonNode node) {
    if (node.isTextual()) {
      return node.textValue().indexOf('\0') >= 0;
    }
    for (JsonNode child : node) {
      if (holdsNul(child)) {
        return true;
      }
    }
    return false;
  }
}
