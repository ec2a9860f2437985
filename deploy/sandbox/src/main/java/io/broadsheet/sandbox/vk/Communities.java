package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code groups.getById} and {@code groups.getTokenPermissions}. */
final class Communities {
  private static final Map<String, Integer> PERMISSIONS = permissions();

  private final WallRules rules;

  Communities(WallRules rules) {
    this.rules = rules;
  }

  private static Map<String, Integer> permissions() {
    Map<String, Integer> bits = new LinkedHashMap<>();
    bits.put("photos", 4);
    bits.put("wall", 8_192);
    bits.put("manage", 262_144);
    return bits;
  }

  /** The communities named, or, for a key that names its own, that one. */
  ObjectNode byId(VkToken token, Params params) throws VkError {
    Optional<String> own =
        token.community().isPresent()
            ? Optional.of(Long.toString(token.community().getAsLong()))
            : Optional.empty();
    String ids =
        params
            .text("group_ids")
            .or(() -> params.text("group_id"))
            .filter(given -> !given.isBlank())
            .or(() -> own)
            .orElse("")
            .replace(" ", "");
    if (ids.isEmpty()) {
      throw VkError.parameter("group_ids is undefined");
    }
    List<String> fields = List.of(params.textOrEmpty("fields").replace(" ", "").split(","));
    ObjectNode result = Json.object();
    ArrayNode groups = result.putArray("groups");
    for (String id : ids.split(",")) {
      if (!id.matches("[A-Za-z0-9_.]+")) {
        throw VkError.parameter("group_ids is invalid");
      }
      ObjectNode group = group(id, groups.addObject());
      if (fields.contains("can_post")) {
        group.put("can_post", rules.forbidsPosts(-group.path("id").asLong()) ? 0 : 1);
      }
    }
    result.putArray("profiles");
    return result;
  }

  private static ObjectNode group(String id, ObjectNode group) throws VkError {
    boolean number = id.matches("\\d{1,18}");
    if (id.startsWith("missing") || number && Long.parseLong(id) >= 4_000_000_000L) {
      throw new VkError(125, VkTexts.of(125));
    }
    return group
        .put("id", number ? Long.parseLong(id) : Math.abs((long) id.hashCode()))
        .put("name", "Community " + id)
        .put("screen_name", number ? "club" + id : id)
        .put("is_closed", 0)
        .put("type", "page");
  }

  /** What a community's key may do. */
  static ObjectNode tokenPermissions(VkToken token) throws VkError {
    if (token.kind() == VkToken.Kind.SERVICE) {
      throw new VkError(28, VkTexts.of(28) + ": method is unavailable with service token.");
    }
    if (token.kind() == VkToken.Kind.USER) {
      throw new VkError(5, VkTexts.of(5) + ": method is unavailable with user auth.");
    }
    int mask = 0;
    ArrayNode list = Json.array();
    for (Map.Entry<String, Integer> permission : PERMISSIONS.entrySet()) {
      if (!permission.getKey().equals("wall") || !token.lacksWall()) {
        mask |= permission.getValue();
        list.addObject().put("setting", permission.getValue()).put("name", permission.getKey());
      }
    }
    return Json.object().put("mask", mask).set("permissions", list);
  }
}
