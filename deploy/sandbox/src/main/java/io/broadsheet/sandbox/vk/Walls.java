package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.util.HashMap;
import java.util.Map;

/** The walls by owner, and {@code wall.get}. */
final class Walls {
  private static final int MAX_COUNT = 100;

  private final WallRules rules;
  private final Map<Long, Wall> byOwner = new HashMap<>();

  Walls(WallRules rules) {
    this.rules = rules;
  }

  Wall of(long owner) {
    return byOwner.computeIfAbsent(owner, id -> new Wall());
  }

  /** {@code wall.get}: the pinned post, then the others, the newest first. */
  ObjectNode read(VkToken token, Params params) throws VkError {
    if (token.kind() == VkToken.Kind.COMMUNITY) {
      throw new VkError(27, VkTexts.of(27) + ": method is unavailable with group auth.");
    }
    long owner = Owner.read(params);
    long count = params.integer("count").orElse(20L);
    long offset = params.integer("offset").orElse(0L);
    if (count < 0 || count > MAX_COUNT || offset < 0 || offset > Integer.MAX_VALUE) {
      throw VkError.parameter("count should be between 0 and " + MAX_COUNT);
    }
    Wall wall = of(owner);
    ObjectNode result = Json.object().put("count", wall.size());
    ArrayNode items = result.putArray("items");
    wall.items(rules.pinned(owner)).stream().skip(offset).limit(count).forEach(items::add);
    return result;
  }

  void clear() {
    byOwner.clear();
  }
}
