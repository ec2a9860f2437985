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

  private static final JsonMapper POSTS =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  // A command has fields that may be missing; those that may not say so themselves.
  private static final JsonMapper COMMANDS =
      POSTS
          .rebuild()
          .disable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private EventFormat() {}

  /** The event as JSON. */
  public static String write(PostEvent event) {
    return write(POSTS, event);
  }

  /** The event as JSON. */
  public static String write(CommandEvent event) {
    return write(COMMANDS, event);
  }

  /**
   * Reads a post event.
   *
   * @throws UnreadableEvent if the bytes are not JSON, have another version, lack a field, or hold
   *     a NUL character, which PostgreSQL cannot store
   */
  public static PostEvent readPost(byte[] value) {
    return read(POSTS, value, PostEvent.class, PostEvent.VERSION, "post");
  }

  /**
   * Reads a command.
   *
   * @throws UnreadableEvent if the bytes are not JSON, have another version, lack a field, name a
   *     kind of command that this code does not know, or hold a NUL character
   */
  public static CommandEvent readCommand(byte[] value) {
    return read(COMMANDS, value, CommandEvent.class, CommandEvent.VERSION, "command");
  }

  private static String write(ObjectMapper json, Object event) {
    try {
      return json.writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event of text and numbers is always JSON", e);
    }
  }

  private static <T> T read(
      ObjectMapper json, byte[] value, Class<T> type, int known, String what) {
    if (value == null || value.length == 0) {
      throw new UnreadableEvent("the record has no value");
    }
    try {
      JsonNode tree = json.readTree(value);
      JsonNode version = tree.path("v");
      if (!version.isInt() || version.intValue() != known) {
        throw new UnreadableEvent(
            version.isMissingNode()
                ? "the event has no version \"v\""
                : "the event's version is " + version + "; this publisher reads " + known);
      }
      T event = json.treeToValue(tree, type);
      if (holdsNul(tree)) {
        throw new UnreadableEvent("the event holds a NUL character");
      }
      return event;
    } catch (JacksonException e) {
      throw new UnreadableEvent("not a " + what + " event: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UnreadableEvent("not a " + what + " event: " + e.getMessage());
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
