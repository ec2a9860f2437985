package io.broadsheet.sandbox.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import java.util.ArrayList;
import java.util.List;

/** An account and its pages, the oldest first. */
record Account(
    String token, String shortName, String authorName, String authorUrl, List<Page> pages) {

  Account(String token, String shortName, String authorName, String authorUrl) {
    this(token, shortName, authorName, authorUrl, new ArrayList<>());
  }

  static Account parse(JsonNode node) {
    return new Account(
        node.path("access_token").asText(),
        node.path("short_name").asText(),
        node.path("author_name").asText(),
        node.path("author_url").asText());
  }

  ObjectNode stored() {
    return json().put("access_token", token);
  }

  ObjectNode json() {
    return Json.object()
        .put("short_name", shortName)
        .put("author_name", authorName)
        .put("author_url", authorUrl);
  }
}
