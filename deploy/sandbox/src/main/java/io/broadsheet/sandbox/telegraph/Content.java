package io.broadsheet.sandbox.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.util.Iterator;
import java.util.Set;

/**
 * The content of a page: an array of nodes, each a string or a tag with attributes and children.
 */
final class Content {
  /** The limit is on the bytes as posted, escapes included. */
  static final int MAX_BYTES = 64 * 1024;

  private static final Set<String> TAGS =
      Set.of(
          "a",
          "aside",
          "b",
          "blockquote",
          "br",
          "code",
          "em",
          "figcaption",
          "figure",
          "h3",
          "h4",
          "hr",
          "i",
          "iframe",
          "img",
          "li",
          "ol",
          "p",
          "pre",
          "s",
          "strong",
          "u",
          "ul",
          "video");
  private static final Set<String> FIELDS = Set.of("tag", "attrs", "children");
  private static final Set<String> ATTRIBUTES = Set.of("href", "src");

  private Content() {}

  /** Reads and checks the content of a call. */
  static JsonNode of(Params params) throws TelegraphError {
    try {
      if (params.rawSize("content") > MAX_BYTES) {
        throw new TelegraphError("CONTENT_TOO_BIG");
      }
      JsonNode content =
          params.json("content").orElseThrow(() -> new TelegraphError("CONTENT_REQUIRED"));
      if (!content.isArray() || !wellFormed(content)) {
        throw new TelegraphError("CONTENT_FORMAT_INVALID");
      }
      if (text(content).isBlank() && !hasMedia(content)) {
        throw new TelegraphError("CONTENT_TEXT_REQUIRED");
      }
      return content;
    } catch (IOException e) {
      throw new TelegraphError("CONTENT_FORMAT_INVALID");
    }
  }

  private static boolean wellFormed(JsonNode nodes) {
    for (JsonNode node : nodes) {
      boolean good = node.isTextual() || node.isObject() && wellFormedTag(node);
      if (!good) {
        return false;
      }
    }
    return true;
  }

  private static boolean wellFormedTag(JsonNode node) {
    if (!TAGS.contains(node.path("tag").asText()) || !only(FIELDS, node)) {
      return false;
    }
    JsonNode attributes = node.path("attrs");
    if (!attributes.isMissingNode()) {
      if (!attributes.isObject() || !only(ATTRIBUTES, attributes)) {
        return false;
      }
      for (JsonNode value : attributes) {
        if (!value.isTextual()) {
          return false;
        }
      }
    }
    JsonNode children = node.path("children");
    return children.isMissingNode() || children.isArray() && wellFormed(children);
  }

  private static boolean only(Set<String> allowed, JsonNode node) {
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      if (!allowed.contains(names.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasMedia(JsonNode nodes) {
    for (JsonNode node : nodes) {
      if (Set.of("img", "video", "iframe").contains(node.path("tag").asText())
          || hasMedia(node.path("children"))) {
        return true;
      }
    }
    return false;
  }

  /** The visible text, blocks joined by line breaks. */
  static String text(JsonNode nodes) {
    StringBuilder text = new StringBuilder();
    append(text, nodes);
    return text.toString().strip();
  }

  private static void append(StringBuilder text, JsonNode nodes) {
    for (JsonNode node : nodes) {
      if (node.isTextual()) {
        text.append(node.asText());
      } else {
        append(text, node.path("children"));
        if (Set.of("p", "h3", "h4", "li", "br", "blockquote", "pre")
            .contains(node.path("tag").asText())) {
          text.append('\n');
        }
      }
    }
  }
}
