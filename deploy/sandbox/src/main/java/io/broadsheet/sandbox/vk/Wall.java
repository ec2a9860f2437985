package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The posts of one community, the oldest first, and which guid made which. */
final class Wall {
  private static final Duration GUID_WINDOW = Duration.ofHours(1);

  private final List<Effect> posts = new ArrayList<>();
  private final Map<String, Effect> byGuid = new HashMap<>();

  void add(Effect post) {
    posts.add(post);
    String guid = post.detail().path("guid").asText();
    if (!guid.isEmpty()) {
      byGuid.put(guid, post);
    }
  }

  /** The post made with the guid within the hour before {@code now}. */
  Optional<Effect> madeWith(String guid, Instant now) {
    return Optional.ofNullable(byGuid.get(guid))
        .filter(post -> post.at().plus(GUID_WINDOW).isAfter(now));
  }

  long nextId() {
    return posts.size() + 1L;
  }

  /** How many posts were made after the instant. */
  long countSince(Instant instant) {
    long count = 0;
    for (int i = posts.size() - 1; i >= 0 && posts.get(i).at().isAfter(instant); i--) {
      count++;
    }
    return count;
  }

  int size() {
    return posts.size();
  }

  /**
   * What wall.get shows.
   *
   * @param pinned the post that stands first; of an id that is not there, none does
   */
  List<JsonNode> items(long pinned) {
    List<JsonNode> items = new ArrayList<>();
    for (int i = posts.size() - 1; i >= 0; i--) {
      JsonNode item = posts.get(i).detail().path("item");
      if (item.path("id").asLong() == pinned) {
        items.add(0, ((ObjectNode) item.deepCopy()).put("is_pinned", 1));
      } else {
        items.add(item);
      }
    }
    return items;
  }
}
