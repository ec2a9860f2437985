package io.broadsheet.sandbox.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * An account and its pages, the oldest first.
 *
 * @param key what its token hashes to: the journal must be able to name an account, and must not
 *     hold tokens
 */
record Account(
    String key, String shortName, String authorName, String authorUrl, List<Page> pages) {

  Account(String key, String shortName, String authorName, String authorUrl) {
    this(key, shortName, authorName, authorUrl, new ArrayList<>());
  }

  static Account parse(JsonNode node) {
    return new Account(
        Accounts.keyIn(node),
        node.path("short_name").asText(),
        node.path("author_name").asText(),
        node.path("author_url").asText());
  }

  ObjectNode stored() {
    return json().put("account", key);
  }

  ObjectNode json() {
    return Json.object()
        .put("short_name", shortName)
        .put("author_name", authorName)
        .put("author_url", authorUrl);
  }
}
