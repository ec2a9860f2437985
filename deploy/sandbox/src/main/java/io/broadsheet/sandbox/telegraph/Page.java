package io.broadsheet.sandbox.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;

/** A page; {@code content} is the array of nodes. */
record Page(String path, String title, String authorName, String authorUrl, JsonNode content) {
  private static final int DESCRIPTION_LENGTH = 300;

  static Page parse(JsonNode node) {
    return new Page(
        node.path("path").asText(),
        node.path("title").asText(),
        node.path("author_name").asText(),
        node.path("author_url").asText(),
        node.path("content"));
  }

  ObjectNode stored() {
    ObjectNode node =
        Json.object()
            .put("path", path)
            .put("title", title)
            .put("author_name", authorName)
            .put("author_url", authorUrl);
    return node.set("content", content);
  }

  ObjectNode json(String publicUrl, boolean withContent) {
    String text = Content.text(content).replaceAll("\\s+", " ");
    ObjectNode node =
        Json.object()
            .put("path", path)
            .put("url", publicUrl + "/telegra.ph/" + path)
            .put("title", title)
            .put(
                "description",
                text.substring(
                    0,
                    text.offsetByCodePoints(
                        0, Math.min(DESCRIPTION_LENGTH, text.codePointCount(0, text.length())))));
    if (!authorName.isEmpty()) {
      node.put("author_name", authorName);
    }
    if (!authorUrl.isEmpty()) {
      node.put("author_url", authorUrl);
    }
    if (withContent) {
      node.set("content", content);
    }
    return node.put("views", 0);
  }
}
