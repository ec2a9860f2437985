package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.broadsheet.sandbox.api.Adjustable;
import io.broadsheet.sandbox.wire.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What is peculiar to single walls; tests set it. Not kept over a restart. */
final class WallRules implements Adjustable {
  private static final Set<String> KEYS = Set.of("owner", "hyperlinks", "pinned", "rights");
  private static final Set<String> HYPERLINKS = Set.of("allowed", "forbidden", "forbidden-in-text");
  private static final Set<String> RIGHTS = Set.of("ok", "no-post-right");

  private record Rule(String hyperlinks, String rights, long pinned) {}

  private static final Rule USUAL = new Rule("allowed", "ok", 0);

  private final Map<Long, Rule> rules = new LinkedHashMap<>();

  /**
   * {@code {"owner":"-7","hyperlinks":"forbidden","pinned":3,"rights":"no-post-right"}}; what is
   * left out becomes usual again.
   */
  @Override
  public void adjust(JsonNode given) {
    given
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                throw new IllegalArgumentException("unknown key '" + key + "'");
              }
            });
    String owner = given.path("owner").asText();
    if (!owner.matches("-?[1-9]\\d{0,17}")) {
      throw new IllegalArgumentException("'owner' must be the wall's owner id");
    }
    rules.put(
        Long.parseLong(owner),
        new Rule(
            word(given, "hyperlinks", HYPERLINKS, USUAL.hyperlinks()),
            word(given, "rights", RIGHTS, USUAL.rights()),
            given.path("pinned").asLong(0)));
  }

  private static String word(JsonNode given, String key, Set<String> words, String usual) {
    String word = given.path(key).asText(usual);
    if (!words.contains(word)) {
      throw new IllegalArgumentException("'%s' is one of %s".formatted(key, words));
    }
    return word;
  }

  private Rule of(long owner) {
    return rules.getOrDefault(owner, USUAL);
  }

  boolean forbidsLinksInText(long owner) {
    return !of(owner).hyperlinks().equals("allowed");
  }

  boolean forbidsLinkAttachments(long owner) {
    return of(owner).hyperlinks().equals("forbidden");
  }

  boolean forbidsPosts(long owner) {
    return of(owner).rights().equals("no-post-right");
  }

  /** The post that stands first; 0 for none. */
  long pinned(long owner) {
    return of(owner).pinned();
  }

  @Override
  public JsonNode json() {
    ArrayNode all = Json.array();
    rules.forEach(
        (owner, rule) ->
            all.addObject()
                .put("owner", owner.toString())
                .put("hyperlinks", rule.hyperlinks())
                .put("rights", rule.rights())
                .put("pinned", rule.pinned()));
    return all;
  }

  void clear() {
    rules.clear();
  }
}
